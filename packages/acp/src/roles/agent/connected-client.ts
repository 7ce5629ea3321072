import { dialectOfClient } from '../../bridge/live/dialect.ts';
import { clientCapabilitiesToJune } from '../../bridge/v1-june/to-june/initialize.ts';
import { Implementation } from '../../protocol/base/generated/initialize.ts';
import { ClientCapabilities } from '../../protocol/june/generated/initialize.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { Decoded } from '../../protocol/reading/issue.ts';
import { ClientCapabilities as V1Capabilities } from '../../protocol/v1/generated/initialize.ts';

/** The client of a connection, as it introduced itself with `initialize`. */
export interface ConnectedClient {
  /** Its name and version; undefined if it did not say. */
  readonly info: Implementation | undefined;
  /** What it can do, in the form of v2 whatever it speaks; undefined if it did not say. */
  readonly capabilities: ClientCapabilities | undefined;
  /** The version of the protocol that is spoken with it: 1 if its messages are translated for the agent. */
  readonly protocolVersion: 1 | 2;
}

/** Reads the client's own `initialize`; the agent itself may be asked in other words. */
export function connectedClient(params: unknown): ConnectedClient {
  const said = isObject(params) ? params : {};
  const dialect = dialectOfClient(params);
  return {
    // Later drafts say `info`.
    info: readIfSaid(Implementation.decode, said['clientInfo'] ?? said['info']),
    capabilities:
      dialect === 1
        ? v1Capabilities(said['clientCapabilities'])
        : readIfSaid(ClientCapabilities.decode, said['capabilities']),
    // A client of a later draft is offered v1.
    protocolVersion: dialect === 2 ? 2 : 1,
  };
}

function v1Capabilities(value: unknown): ClientCapabilities | undefined {
  const offered = readIfSaid(V1Capabilities.decode, value);
  return offered && clientCapabilitiesToJune(offered, () => {});
}

/** The value as it can be read; whether it is refused is decided where the request is answered. */
function readIfSaid<T>(decode: (value: unknown, reading: 'lenient') => Decoded<T>, value: unknown): T | undefined {
  if (value === undefined || value === null) return undefined;
  const decoded = decode(value, 'lenient');
  return decoded.ok ? decoded.value : undefined;
}
