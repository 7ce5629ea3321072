// An agent of the dialect that its first argument names: at a prompt it sends as many updates as the prompt's text says,
// then ends the turn; `_bench/echo` is answered at once.
const dialect = process.argv[2];
const handshakes: Readonly<Record<string, object>> = {
  v1: { protocolVersion: 1, agentCapabilities: {} },
  june: { protocolVersion: 2, capabilities: { session: { mcp: { stdio: {} } } } },
  november: { protocolVersion: 2, info: { name: 'bench', version: '1' }, capabilities: { session: {} } },
};

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
      lines.push(textOf({ sessionUpdate: dialect === 'v1' ? 'tool_call' : 'tool_call_update', ...created }));
    } else if (step === 1) lines.push(textOf({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' }));
    else {
      const messageId = dialect === 'v1' ? {} : { messageId: `message-${part}` };
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

/** In November the answer says that the prompt is in the conversation, and the state when the work is done. */
function promptInNovember(content: unknown, count: number, answer: (result: unknown) => void): void {
  const messageId = `prompt-${prompts++}`;
  const state = (update: object) => textOf({ sessionUpdate: 'state_update', ...update });
  const echo = textOf({ sessionUpdate: 'user_message', messageId, content });
  process.stdout.write(`${echo}\n`);
  answer({ messageId });
  const lines = [state({ state: 'running' }), ...turn(count), state({ state: 'idle', stopReason: 'end_turn' })];
  write(lines, 0, () => {});
}

let prompts = 0;
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
    if (method === 'initialize') answer(handshakes[dialect ?? '']);
    else if (method === 'session/new') answer({ sessionId: 's' });
    else if (method === 'session/prompt') {
      const count = Number(params.prompt?.[0].text);
      if (dialect === 'november') promptInNovember(params.prompt, count, answer);
      else write(turn(count), 0, () => answer({ stopReason: 'end_turn' }));
    } else answer(params);
  }
});

export {};
