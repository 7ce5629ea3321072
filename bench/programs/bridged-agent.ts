// An agent of the version that its first argument names: at a prompt it sends as many updates as the prompt's text says,
// then ends the turn; `_bench/echo` is answered at once.
const version = process.argv[2];
const handshake =
  version === '1'
    ? { protocolVersion: 1, agentCapabilities: {} }
    : { protocolVersion: 2, capabilities: { session: { mcp: { stdio: {} } } } };

function textOf(update: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } });
}

/** A turn as agents send it: mostly words, now and then a tool call that runs. */
function turn(count: number): string[] {
  const lines: string[] = [];
  for (let index = 0; lines.length < count; index++) {
    const part = Math.floor(index / 50);
    const content = { type: 'text', text: 'a few words of an answer ' };
    const step = index % 50;
    const toolCallId = `call-${part}`;
    if (step === 0) {
      const created = { toolCallId, title: 'Read a file', kind: 'read', status: 'pending' };
      lines.push(textOf({ sessionUpdate: version === '1' ? 'tool_call' : 'tool_call_update', ...created }));
    } else if (step === 1) lines.push(textOf({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' }));
    else {
      const messageId = version === '1' ? {} : { messageId: `message-${part}` };
      lines.push(textOf({ sessionUpdate: 'agent_message_chunk', ...messageId, content }));
    }
  }
  return lines;
}

function write(lines: readonly string[], from: number, done: () => void): void {
  for (let at = from; at < lines.length; at += 300) {
    if (process.stdout.write(`${lines.slice(at, at + 300).join('\n')}\n`)) continue;
    process.stdout.once('drain', () => write(lines, at + 300, done));
    return;
  }
  done();
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line) as {
      id: number;
      method: string;
      params: { prompt?: [{ text: string }] };
    };
    const answer = (result: unknown) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
    if (method === 'initialize') answer(handshake);
    else if (method === 'session/new') answer({ sessionId: 's' });
    else if (method === 'session/prompt')
      write(turn(Number(params.prompt?.[0].text)), 0, () => answer({ stopReason: 'end_turn' }));
    else answer(params);
  }
});

export {};
