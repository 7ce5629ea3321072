import type { Dialect } from '../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';
import type { PeerLine } from '../peer-line.ts';

/** The name and version of the kit as an agent. */
export const agentImplementation = { name: 'emend-check-agent', title: 'Emend conformance kit', version: '7.1' };

/** What the kit says of itself as an agent that speaks one dialect only. */
const results: Readonly<Record<Dialect, JsonObject>> = {
  v1: {
    protocolVersion: 1,
    agentCapabilities: {
      loadSession: true,
      promptCapabilities: { image: true, audio: false, embeddedContext: true },
      mcpCapabilities: { http: true, sse: false },
      sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, additionalDirectories: {} },
    },
    agentInfo: agentImplementation,
    authMethods: [{ id: 'key', name: 'API key' }],
  },
  june: {
    protocolVersion: 2,
    capabilities: {
      session: {
        prompt: { image: {}, embeddedContext: {} },
        mcp: { stdio: {}, http: {} },
        load: {},
        list: {},
        resume: {},
        close: {},
        delete: {},
        additionalDirectories: {},
      },
    },
    agentInfo: agentImplementation,
    authMethods: [{ type: 'agent', id: 'key', name: 'API key' }],
  },
  november: {
    protocolVersion: 2,
    info: agentImplementation,
    capabilities: {
      session: {
        prompt: { image: {}, embeddedContext: {} },
        mcp: { stdio: {}, http: {} },
        delete: {},
        additionalDirectories: {},
      },
    },
    authMethods: [{ type: 'agent', methodId: 'key', name: 'API key' }],
  },
};

/** An answer to `initialize`: a result, an error, or the end of the agent. */
export type InitializeAnswer =
  | { readonly result: JsonObject }
  | { readonly error: JsonObject }
  | { readonly dies: true };

/** Returns how an agent that speaks one dialect only answers `initialize`. */
export function initializeAnswer(dialect: Dialect, params: JsonObject): InitializeAnswer {
  if (dialect === 'november') {
    const { protocolVersion, info } = params;
    if (typeof protocolVersion !== 'number' || protocolVersion < 2) {
      const data = { requested: protocolVersion ?? null, supported: [2] };
      return { error: { code: -32022, message: 'Unsupported protocol version', data } };
    }
    if (!isObject(info) || typeof info['name'] !== 'string' || typeof info['version'] !== 'string')
      return { error: { code: -32602, message: 'Invalid params: info: expected an object with name and version' } };
  }
  return { result: results[dialect] };
}

/** Lets a connection answer `initialize`. */
export function answerInitialize(
  line: PeerLine,
  answer: (params: JsonObject) => InitializeAnswer,
  onInitialized: () => void,
): void {
  line.responders.set('initialize', (params, id) => {
    const given = answer(params);
    if ('dies' in given) void line.close();
    else line.send({ jsonrpc: '2.0', id, ...given });
    if ('result' in given) onInitialized();
    return undefined;
  });
}
