import type { Transport } from '@emend/acp/transport';

/** An agent of the June draft that keeps nothing. What a session says when it is loaded is given to it as lines. */
export function bareAgent(transport: Transport, history: readonly string[] = []): void {
  let sessions = 0;
  const answer = (method: string): object => {
    if (method === 'initialize')
      return { protocolVersion: 2, agentInfo: { name: 'bare', version: '1' }, capabilities: { session: { load: {} } } };
    if (method === 'session/load') return {};
    sessions += 1;
    return { sessionId: `session-${sessions}` };
  };
  const read = async () => {
    for await (const frames of transport.frames) {
      for (const frame of frames) {
        const { id, method } = JSON.parse(String(frame)) as { id?: unknown; method: string };
        if (id === undefined) continue;
        if (method === 'session/load') for (const line of history) await transport.send(line);
        await transport.send(JSON.stringify({ jsonrpc: '2.0', id, result: answer(method) }));
      }
    }
  };
  void read();
}
