import type { RequestMessage } from '../../jsonrpc/message.ts';
import { dialectOfClient } from '../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import { type ClientHost, servicesOf } from './client-host.ts';
import { clientCapabilitiesToJune } from './to-june/initialize.ts';
import { clientCapabilitiesToV1 } from './to-v1/initialize.ts';
import * as v1 from './v1.ts';

// Here `initialize` is put in other words before anybody knows what the agent speaks, and before its params are read.

function objectIn(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns the params of a v1 client's `initialize` in June, beside its own words for an agent that answers in v1 all the same. */
export function initializeInJune(params: unknown): JsonObject {
  const own = objectIn(params);
  const capabilities = clientCapabilitiesToJune(objectIn(own['clientCapabilities']), () => {});
  return { ...own, protocolVersion: 2, capabilities };
}

/** Returns the capabilities of a v1 client in June; `undefined` if it sent none that can be read. */
export function capabilitiesInJune({ clientCapabilities }: JsonObject): JsonObject | undefined {
  if (clientCapabilities === undefined || clientCapabilities === null) return undefined;
  const decoded = v1.ClientCapabilities.decode(clientCapabilities, 'lenient');
  return decoded.ok ? { ...clientCapabilitiesToJune(decoded.value, () => {}) } : undefined;
}

/**
 * Returns the params of any client's `initialize` in v1. What a June client offers beyond June is carried as it is, for an
 * agent that knows it. What a later draft offers may mean something else in v1, except for `_meta`.
 */
export function initializeInV1(params: unknown): JsonObject & { readonly clientCapabilities: JsonObject } {
  const { protocolVersion: _, info, clientInfo, capabilities, clientCapabilities, ...rest } = objectIn(params);
  const name = clientInfo ?? info;
  const offered = objectIn(capabilities);
  const meta = offered['_meta'];
  // Some agents tell the output of terminals that they run themselves only to a client that asks for it.
  const withTerminalOutput = { terminal_output: true, ...objectIn(meta) };
  const known =
    dialectOfClient(params) === 'june' ? { ...offered, _meta: withTerminalOutput } : present({ _meta: meta });
  return {
    ...rest,
    protocolVersion: 1,
    clientCapabilities: { ...clientCapabilitiesToV1(known as JsonObject), ...objectIn(clientCapabilities) },
    ...present({ clientInfo: name }),
  };
}

/**
 * Returns the `initialize` request of a June client with its offers, and what is served in its place, also where a v1 agent
 * looks for them: a v1 agent may answer a request in June at once, having read nothing else.
 */
export function withV1Offers(request: RequestMessage, host: ClientHost | undefined): RequestMessage {
  const { params } = request;
  if (!isObject(params) || dialectOfClient(params) !== 'june') return request;
  const { clientCapabilities } = initializeInV1(params);
  const services = host === undefined ? {} : servicesOf(host);
  return { ...request, params: { ...params, clientCapabilities: { ...clientCapabilities, ...services } } };
}
