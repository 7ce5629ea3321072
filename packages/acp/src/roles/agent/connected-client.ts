import { edgeBetween } from '../../bridge/edges.ts';
import { type Dialect, dialects } from '../../protocol/dialects.ts';
import { readImplementation, unknownImplementation } from '../../protocol/handshake.ts';
import { ClientCapabilities, type Implementation } from '../../protocol/november/generated/initialize.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import type { Decoded } from '../../protocol/reading/issue.ts';
import { wantsNews } from './session-news.ts';

/** The client of a connection, as it introduced itself in `initialize`. */
export interface ConnectedClient {
  /** Its name and version, if it sent them. */
  readonly info: Implementation | undefined;
  /** Its capabilities in the form of v2, whatever it speaks; undefined if it sent none. */
  readonly capabilities: ClientCapabilities | undefined;
  /** The dialect it speaks. Messages of clients that do not speak June are translated for the agent. */
  readonly dialect: Dialect;
  /** The number of that dialect. */
  readonly protocolVersion: 1 | 2;
  /** Whether it asked to be told who else has its sessions open, and what they do. */
  readonly wantsNews?: boolean;
}

/** Reads the params of the client's own `initialize` request, before any translation. */
export function connectedClient(params: unknown, dialect: Dialect): ConnectedClient {
  const own = isObject(params) ? params : {};
  return {
    info: infoOf(own, dialect),
    capabilities: readIfPresent(ClientCapabilities.decode, capabilitiesOf(own)),
    dialect,
    protocolVersion: dialects[dialect].protocolVersion,
    ...(wantsNews(params) && { wantsNews: true }),
  };
}

function infoOf({ info, clientInfo }: JsonObject, dialect: Dialect): Implementation | undefined {
  if (dialect !== 'november') return readImplementation(clientInfo) ?? readImplementation(info);
  return readImplementation(info) ?? unknownImplementation;
}

/** Returns the capabilities as the drafts write them, or as v1 does if there are no others. */
function capabilitiesOf(own: JsonObject): unknown {
  return own['capabilities'] ?? edgeBetween('v1', 'june').clientCapabilities(own, 'june');
}

/** Reads leniently: whether a malformed value is refused is decided where the request is answered. */
function readIfPresent<T>(decode: (value: unknown, reading: 'lenient') => Decoded<T>, value: unknown): T | undefined {
  if (value === undefined || value === null) return undefined;
  const decoded = decode(value, 'lenient');
  return decoded.ok ? decoded.value : undefined;
}
