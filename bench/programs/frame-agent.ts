import { createInterface } from 'node:readline';

// A v1 agent that answers a prompt after one update of as many bytes as its first argument says, made of the words of its second.
const [bytes, words = ''] = process.argv.slice(2);

function say(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

createInterface(process.stdin).on('line', (line) => {
  const { id, method } = JSON.parse(line) as { id: number; method: string };
  if (method === 'initialize') say({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === 'session/new') say({ id, result: { sessionId: 's' } });
  else {
    const text = words.repeat(Math.floor(Number(bytes) / Buffer.byteLength(words)));
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    say({ method: 'session/update', params: { sessionId: 's', update } });
    say({ id, result: { stopReason: 'end_turn' } });
  }
});
