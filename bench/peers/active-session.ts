import { type AnyMessage, client } from '@agentclientprotocol/sdk';
import * as v2 from '@agentclientprotocol/sdk/experimental/v2';

/**
 * Reads one turn of updates by the official SDK: its `ActiveSession` joins the text of a turn and keeps nothing else.
 *
 * The agent is a pair of streams in memory, so that no pipe and no parsing is part of the figure.
 */
export async function readTurn(updates: readonly object[]): Promise<Turn> {
  const stream = agentOf((id, send) => {
    for (const update of updates) send(notification(update));
    send({ jsonrpc: '2.0', id, result: { stopReason: 'end_turn' } });
  });
  return client({ name: 'bench' }).connectWith(stream, async (context) => {
    const session = await context.buildSession('/').start();
    const start = performance.now();
    void session.prompt('go');
    const text = await session.readText();
    return { text, milliseconds: performance.now() - start };
  });
}

/** Reads one turn of updates by the v2 API of the official SDK, which joins the text until the agent is idle. */
export async function readV2Turn(updates: readonly object[]): Promise<Turn> {
  const stream = agentOf((id, send) => {
    send({ jsonrpc: '2.0', id, result: { messageId: 'msg_of_user' } });
    for (const update of updates) send(notification(update));
    send(notification({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }));
  });
  return v2.client({ name: 'bench' }).connectWith(stream as v2.Stream, async (context) => {
    const info = { name: 'bench', version: '1' };
    await context.request('initialize', { protocolVersion: 2, info, capabilities: {} });
    const session = await context.buildSession('/').start();
    const start = performance.now();
    void session.prompt('go');
    const text = await session.readTextUntilIdle();
    return { text, milliseconds: performance.now() - start };
  });
}

interface Turn {
  readonly text: string;
  readonly milliseconds: number;
}

const sessionId = 'sess_01hgw2bbg0';

function notification(update: object): AnyMessage {
  return { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } } as AnyMessage;
}

/** An agent that answers all that comes before the prompt, and leaves the prompt to a callback. */
function agentOf(prompted: (id: string | number | null, send: (message: AnyMessage) => void) => void): {
  readable: ReadableStream<AnyMessage>;
  writable: WritableStream<AnyMessage>;
} {
  let send: (message: AnyMessage) => void = () => {};
  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      send = (message) => controller.enqueue(message);
    },
  });
  const writable = new WritableStream<AnyMessage>({
    write(message) {
      if (!('method' in message) || !('id' in message)) return;
      const { id, method } = message;
      const answer = (result: unknown) => send({ jsonrpc: '2.0', id, result } as AnyMessage);
      if (method === 'initialize')
        answer({ protocolVersion: 2, info: { name: 'agent', version: '1' }, capabilities: {} });
      if (method === 'session/new') answer({ sessionId });
      if (method === 'session/prompt') prompted(id, send);
    },
  });
  return { readable, writable };
}
