import { ScriptedPeer } from '../../testing/scripted-peer.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import type { Transport } from '../../transport/transport.ts';

/** A second agent, for whoever starts one. */
export function fresh() {
  const [agentEnd, bridgeEnd] = memoryPair();
  return { agent: new ScriptedPeer(agentEnd), restart: async (): Promise<Transport> => bridgeEnd };
}

/** What a client begins with. */
export const initialize = (params: object) => ({ jsonrpc: '2.0', id: 0, method: 'initialize', params });

/** What a v1 agent is told of a v2 client that offers nothing. */
export const offeredToV1 = {
  _meta: { terminal_output: true },
  fs: { readTextFile: false, writeTextFile: false },
  terminal: false,
};

const unknown = { name: 'unknown', version: 'unknown' };

/** What an agent is asked on behalf of a client of a draft, in words for every dialect. */
export const askedForAll = (params: { readonly clientInfo?: object; readonly clientCapabilities?: object } = {}) =>
  initialize({
    capabilities: {},
    clientCapabilities: offeredToV1,
    clientInfo: unknown,
    ...params,
    protocolVersion: 2,
    info: params.clientInfo ?? unknown,
    _meta: { 'emend/prefers': 'june' },
  });

/** The answer to it. */
export const result = (value: object) => ({ jsonrpc: '2.0', id: 0, result: value });

/** The answer of an agent that does not understand it. */
export const refusal = (message: string) => ({ jsonrpc: '2.0', id: 0, error: { code: -32602, message } });

/** An agent of v1. */
export const v1Answer = { protocolVersion: 1, agentCapabilities: { loadSession: true } };

/** An agent of v2. */
export const v2Answer = { protocolVersion: 2, capabilities: { session: { mcp: { stdio: {} } } } };

/** An agent of November. */
export const novemberAnswer = { protocolVersion: 2, info: { name: 'a', version: '1' }, capabilities: { session: {} } };
