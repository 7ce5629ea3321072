import { isObject, type JsonObject } from '../../protocol/reading/guard.ts';

/** What a peer speaks, as its side of the handshake shows: a version of ours, or a later draft that also calls itself 2. */
export type Dialect = 1 | 2 | 'later';

/** What a client speaks: later drafts say `info` where ours say `clientInfo`. */
export function dialectOfClient(params: unknown): Dialect {
  if (!isObject(params)) return 1;
  const version = params['protocolVersion'];
  if (typeof version !== 'number' || version < 2) return 1;
  return isObject(params['info']) ? 'later' : 2;
}

/** What an agent speaks: the shape of its answer counts for more than the number in it. */
export function dialectOfAgent(result: unknown): Dialect {
  if (!isObject(result)) return 1;
  if (isObject(result['agentCapabilities'])) return 1;
  const version = result['protocolVersion'];
  if (typeof version !== 'number' || version < 2) return 1;
  const methods = result['authMethods'];
  const hasLaterMethods = Array.isArray(methods) && methods.some((method) => isObject(method) && 'methodId' in method);
  return isObject(result['info']) || hasLaterMethods ? 'later' : 2;
}

/** The handshake of a v1 client, said in v2; its own words stay beside it for an agent that answers in v1 all the same. */
export function handshakeInV2(params: unknown): object {
  const own = isObject(params) ? params : {};
  const { fs: _, terminal: __, ...capabilities } = isObject(own['clientCapabilities']) ? own['clientCapabilities'] : {};
  return { ...own, protocolVersion: 2, capabilities };
}

/** Says that the output of terminals which the agent runs itself may come in `_meta`: some agents tell it only to who asks for it. */
function withTerminalOutput(meta: unknown): object {
  return { terminal_output: true, ...(isObject(meta) ? meta : {}) };
}

/**
 * The handshake of a client of any dialect, said in v1. What a v2 client offers beyond v2 is carried as it is, for an agent that
 * knows it (P1); what a later draft offers may mean something else there, but for `_meta`.
 */
export function handshakeInV1(params: unknown): JsonObject & { readonly clientCapabilities: object } {
  const {
    protocolVersion: _,
    info,
    clientInfo,
    capabilities,
    clientCapabilities,
    ...rest
  } = isObject(params) ? params : {};
  const name = clientInfo ?? info;
  const own = isObject(clientCapabilities) ? clientCapabilities : {};
  const offered = isObject(capabilities) ? capabilities : {};
  const meta = offered['_meta'] === undefined ? {} : { _meta: offered['_meta'] };
  const known = dialectOfClient(params) === 2 ? { ...offered, _meta: withTerminalOutput(offered['_meta']) } : meta;
  const none = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
  return {
    ...rest,
    protocolVersion: 1,
    clientCapabilities: { ...known, ...none, ...own },
    ...(name === undefined ? {} : { clientInfo: name }),
  };
}
