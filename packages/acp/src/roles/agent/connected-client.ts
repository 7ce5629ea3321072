import { edgeBetween } from '../../bridge/edges.ts';
import { spokenWith } from '../../bridge/live/handshake.ts';
import { Implementation } from '../../protocol/base/generated/initialize.ts';
import { dialectOfClient, dialects } from '../../protocol/dialects.ts';
import { ClientCapabilities } from '../../protocol/june/generated/initialize.ts';
import { isObject } from '../../protocol/reading/guard.ts';
import type { Decoded } from '../../protocol/reading/issue.ts';

/** The client of a connection, as it introduced itself in `initialize`. */
export interface ConnectedClient {
  /** Its name and version, if it sent them. */
  readonly info: Implementation | undefined;
  /** Its capabilities in the form of v2, whatever it speaks; undefined if it sent none. */
  readonly capabilities: ClientCapabilities | undefined;
  /** The protocol version it speaks. Messages of a v1 client are translated for the agent. */
  readonly protocolVersion: 1 | 2;
}

/** Reads the params of the client's own `initialize` request, before any translation. */
export function connectedClient(params: unknown): ConnectedClient {
  const own = isObject(params) ? params : {};
  const dialect = dialectOfClient(params);
  const offered =
    dialect === 'june' || dialect === 'later'
      ? own['capabilities']
      : edgeBetween(dialect, 'june').clientCapabilities(own, 'june');
  return {
    // Later drafts say `info`.
    info: readIfPresent(Implementation.decode, own['clientInfo'] ?? own['info']),
    capabilities: readIfPresent(ClientCapabilities.decode, offered),
    protocolVersion: dialects[spokenWith(params)].protocolVersion,
  };
}

/** Reads leniently: whether a malformed value is refused is decided where the request is answered. */
function readIfPresent<T>(decode: (value: unknown, reading: 'lenient') => Decoded<T>, value: unknown): T | undefined {
  if (value === undefined || value === null) return undefined;
  const decoded = decode(value, 'lenient');
  return decoded.ok ? decoded.value : undefined;
}
