import type { Dialect } from '../../../protocol/dialects.ts';
import { isObject, type JsonObject } from '../../../protocol/reading/guard.ts';

/** What a client says and what an agent offers, in the words of one dialect. */
export interface AgentWords {
  /** The params of `initialize`. */
  initialize(): JsonObject;
  /** Whether the agent can open an earlier session and tell it again. */
  canReplay(initialized: JsonObject): boolean;
  /** The request that opens an earlier session and tells it again. */
  replay(sessionId: string, cwd: string): { readonly method: string; readonly params: JsonObject };
  /** Whether the agent can open an earlier session without telling it again. */
  canResume(initialized: JsonObject): boolean;
  canList(initialized: JsonObject): boolean;
  canClose(initialized: JsonObject): boolean;
  canDelete(initialized: JsonObject): boolean;
  /** Whether the end of a turn is a state update, and the answer to a prompt only says that it was taken. */
  readonly endsByState: boolean;
  readonly stopReasons: readonly string[];
}

/** What an agent may offer. */
export type Offer = 'canReplay' | 'canResume' | 'canList' | 'canClose' | 'canDelete';

const methods = {
  canResume: 'session/resume',
  canList: 'session/list',
  canClose: 'session/close',
  canDelete: 'session/delete',
};

/** Returns the method that an offer is about. */
export function methodOf(dialect: Dialect, offer: Offer): string {
  return offer === 'canReplay' ? agentWords[dialect].replay('', '').method : methods[offer];
}

const implementation = { name: 'emend-check', title: 'Emend conformance kit', version: '1' };
const reasons = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'];

/** Returns what is at a path of keys. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) found = isObject(found) ? found[key] : undefined;
  return found;
}

const isOffered = (value: unknown) => isObject(value);

/** The words of each dialect. */
export const agentWords: Readonly<Record<Dialect, AgentWords>> = {
  v1: {
    initialize: () => ({
      protocolVersion: 1,
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
      clientInfo: implementation,
    }),
    canReplay: (answer) => at(answer, 'agentCapabilities', 'loadSession') === true,
    replay: (sessionId, cwd) => ({ method: 'session/load', params: { sessionId, cwd, mcpServers: [] } }),
    canResume: (answer) => isOffered(at(answer, 'agentCapabilities', 'sessionCapabilities', 'resume')),
    canList: (answer) => isOffered(at(answer, 'agentCapabilities', 'sessionCapabilities', 'list')),
    canClose: (answer) => isOffered(at(answer, 'agentCapabilities', 'sessionCapabilities', 'close')),
    canDelete: (answer) => isOffered(at(answer, 'agentCapabilities', 'sessionCapabilities', 'delete')),
    endsByState: false,
    stopReasons: reasons,
  },
  june: {
    initialize: () => ({ protocolVersion: 2, capabilities: {}, clientInfo: implementation }),
    canReplay: (answer) => isOffered(at(answer, 'capabilities', 'session', 'load')),
    replay: (sessionId, cwd) => ({ method: 'session/load', params: { sessionId, cwd, mcpServers: [] } }),
    canResume: (answer) => isOffered(at(answer, 'capabilities', 'session', 'resume')),
    canList: (answer) => isOffered(at(answer, 'capabilities', 'session', 'list')),
    canClose: (answer) => isOffered(at(answer, 'capabilities', 'session', 'close')),
    canDelete: (answer) => isOffered(at(answer, 'capabilities', 'session', 'delete')),
    endsByState: false,
    stopReasons: reasons,
  },
  november: {
    initialize: () => ({ protocolVersion: 2, info: implementation, capabilities: {} }),
    canReplay: (answer) => isOffered(at(answer, 'capabilities', 'session')),
    replay: (sessionId, cwd) => ({
      method: 'session/resume',
      params: { sessionId, cwd, mcpServers: [], replayFrom: { type: 'start' } },
    }),
    canResume: (answer) => isOffered(at(answer, 'capabilities', 'session')),
    canList: (answer) => isOffered(at(answer, 'capabilities', 'session')),
    canClose: (answer) => isOffered(at(answer, 'capabilities', 'session')),
    canDelete: (answer) => isOffered(at(answer, 'capabilities', 'session', 'delete')),
    endsByState: true,
    stopReasons: [...reasons, 'error'],
  },
};
