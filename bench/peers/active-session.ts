import { type AnyMessage, client } from '@agentclientprotocol/sdk';

/**
 * Reads one turn of updates by the official SDK: its `ActiveSession` joins the text of a turn and keeps nothing else.
 *
 * The agent is a pair of streams in memory, so that no pipe and no parsing is part of the figure.
 */
export async function readTurn(updates: readonly object[]): Promise<{ text: string; milliseconds: number }> {
  const sessionId = 'sess_01hgw2bbg0';
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
      if (method === 'session/new') answer({ sessionId });
      if (method !== 'session/prompt') return;
      for (const update of updates) {
        send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } } as AnyMessage);
      }
      answer({ stopReason: 'end_turn' });
    },
  });
  return client({ name: 'bench' }).connectWith({ readable, writable }, async (context) => {
    const session = await context.buildSession('/').start();
    const start = performance.now();
    void session.prompt('go');
    const text = await session.readText();
    return { text, milliseconds: performance.now() - start };
  });
}
