import {
  type AgentConnection,
  type AgentDefinition,
  agent,
  type Client,
  type ClientOptions,
  connect,
  memoryPair,
  serve,
  tap,
} from '@emend/acp';
import { ScriptedPeer } from '@emend/acp/testing';

/** A client and an agent in memory, and the frames that each of them sent. */
export interface WatchedPair extends AsyncDisposable {
  readonly client: Client;
  readonly connection: AgentConnection;
  readonly fromClient: readonly string[];
  readonly fromAgent: readonly string[];
}

/** Connects a client with an agent and watches the line. They speak June. */
export async function pairOf(definition: AgentDefinition, options: ClientOptions = {}): Promise<WatchedPair> {
  const [near, far] = memoryPair();
  const fromClient: string[] = [];
  const fromAgent: string[] = [];
  const watched = tap(near, (direction, frame) => {
    (direction === 'sent' ? fromClient : fromAgent).push(frame as string);
  });
  const connection = serve(agent(definition), far);
  const client = await connect(watched, { prefers: 'june', ...options });
  return { client, connection, fromClient, fromAgent, [Symbol.asyncDispose]: () => client.close() };
}

/** A client of an agent that does what a test says, after the handshake. */
export async function clientOf(
  capabilities: object = { session: {} },
  options: ClientOptions = {},
): Promise<{ readonly client: Client; readonly script: ScriptedPeer }> {
  const [near, far] = memoryPair();
  const script = new ScriptedPeer(far);
  const connecting = connect(near, { prefers: 'june', ...options });
  await script.next();
  await script.send({ jsonrpc: '2.0', id: 1, result: { protocolVersion: 2, capabilities } });
  return { client: await connecting, script };
}

/** A client that does what a test says, connected with an agent. */
export function scriptedClient(definition: AgentDefinition): ScriptedPeer {
  const [near, far] = memoryPair();
  serve(agent(definition), far);
  return new ScriptedPeer(near);
}

/** The handshake of a scripted client. */
export const initialize = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: 2, capabilities: {} },
};

/** A `session/update` of a scripted agent. */
export const updateOf = (sessionId: string, update: object) => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update },
});
