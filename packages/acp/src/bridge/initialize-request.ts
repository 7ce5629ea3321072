import { type Dialect, dialects } from '../protocol/dialects.ts';
import { prefersKey, readImplementation, unknownImplementation } from '../protocol/handshake.ts';
import { isObject, type JsonObject } from '../protocol/reading/guard.ts';
import { present } from '../protocol/reading/optional.ts';
import { type ClientHost, edgeBetween, servicesOf, takenFromV1 } from './edges.ts';

// The agent is asked before anybody knows what it speaks, and before the params of the client are read.

function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns who a client says it is, in the words of June and v1; `undefined` if it has not said so. */
function clientInfoOf({ info, clientInfo }: JsonObject, client: Dialect): unknown {
  // A malformed name is not repaired for a v1 client: the agent refuses it.
  if (client === 'v1') return clientInfo ?? info ?? undefined;
  return readImplementation(clientInfo) ?? readImplementation(info);
}

/** Returns what a client offers, in the words of the drafts. */
function capabilitiesOf(own: JsonObject, client: Dialect): JsonObject {
  if (client === 'june') return objectIn(own['capabilities']);
  // What is malformed counts as not offered, and must not make another agent refuse the client.
  return edgeBetween(client, 'june').clientCapabilities(own, 'june') ?? {};
}

/**
 * Returns what a client offers, in the words of v1, with what is served in its place. A v1 agent may answer at once and read nothing
 * else.
 */
function v1CapabilitiesOf(own: JsonObject, client: Dialect, host: ClientHost | undefined): JsonObject {
  const given = objectIn(own['clientCapabilities']);
  if (client === 'v1') return given;
  const offered = capabilitiesOf(own, client);
  // Some agents tell the output of terminals that they run themselves only to a client that asks for it.
  const capabilities = { ...offered, _meta: { terminal_output: true, ...objectIn(offered['_meta']) } };
  return {
    ...edgeBetween('june', 'v1').clientCapabilities({ capabilities }, 'v1'),
    ...(client === 'november' ? takenFromV1 : {}),
    ...given,
    ...(host === undefined ? {} : servicesOf(host)),
  };
}

/** Returns the params of a client's `initialize` in words that agents of every dialect understand. */
export function initializeForAll(params: unknown, client: Dialect, host?: ClientHost): JsonObject {
  const own = objectIn(params);
  const info = readImplementation(own['info']) ?? readImplementation(own['clientInfo']) ?? unknownImplementation;
  const clientInfo = client === 'november' ? info : (clientInfoOf(own, client) ?? info);
  return {
    ...own,
    protocolVersion: 2,
    info,
    clientInfo,
    capabilities: capabilitiesOf(own, client),
    clientCapabilities: v1CapabilitiesOf(own, client, host),
    // To a v1 client June is closer.
    _meta: { ...objectIn(own['_meta']), [prefersKey]: client === 'november' ? 'november' : 'june' },
  };
}

/** Returns the params of a client's `initialize` in v1. */
export function initializeInV1(params: unknown, client: Dialect, host?: ClientHost): JsonObject {
  const { info: _, clientInfo: __, capabilities: ___, ...rest } = objectIn(params);
  return {
    ...rest,
    protocolVersion: dialects.v1.protocolVersion,
    ...present({ clientInfo: clientInfoOf(objectIn(params), client) }),
    clientCapabilities: v1CapabilitiesOf(objectIn(params), client, host),
  };
}
