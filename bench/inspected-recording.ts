import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Dialect } from '@emend/acp/protocol';

const words = [
  'the',
  'file',
  'has',
  'a',
  'test',
  'which',
  'fails',
  'since',
  'its',
  'clock',
  'is',
  'wrong',
  'here',
  'and',
];

/** Writes a recording of so many frames: a few sessions with long streamed messages, tool calls and corrections. */
export async function writeRecording(file: string, dialect: Dialect, frames: number): Promise<void> {
  const stream = createWriteStream(file);
  let text = '';
  let count = 0;
  for (const { from, message } of conversation(dialect)) {
    text += `${JSON.stringify({ at: count * 3, from, message: { jsonrpc: '2.0', ...message } })}\n`;
    if (++count === frames) break;
    if (text.length < 1_000_000) continue;
    if (!stream.write(text)) await once(stream, 'drain');
    text = '';
  }
  stream.end(text);
  await once(stream, 'close');
}

interface Sent {
  readonly from: 'client' | 'agent';
  readonly message: object;
}

const client = (message: object): Sent => ({ from: 'client', message });
const agent = (message: object): Sent => ({ from: 'agent', message });
const block = (text: string) => ({ type: 'text', text });

function* conversation(dialect: Dialect): Generator<Sent> {
  yield* handshake(dialect);
  for (let turn = 0; ; turn++) {
    const sessionId = `sess_01hgw2bbg0_${turn % 4}`;
    if (turn < 4) {
      yield client({ id: `n${turn}`, method: 'session/new', params: { cwd: '/work', mcpServers: [] } });
      yield agent({ id: `n${turn}`, result: { sessionId } });
    }
    yield* turnOf(dialect, sessionId, turn);
  }
}

function* handshake(dialect: Dialect): Generator<Sent> {
  const protocolVersion = dialect === 'v1' ? 1 : 2;
  const info = { name: 'bench', version: '1' };
  if (dialect === 'v1') {
    yield client({ id: 'i', method: 'initialize', params: { protocolVersion, clientCapabilities: {} } });
    yield agent({ id: 'i', result: { protocolVersion, agentCapabilities: {} } });
    return;
  }
  const isNovember = dialect === 'november';
  const [ofClient, ofAgent] = isNovember ? [{ info }, { info }] : [{ clientInfo: info }, { agentInfo: info }];
  yield client({ id: 'i', method: 'initialize', params: { protocolVersion, capabilities: {}, ...ofClient } });
  yield agent({ id: 'i', result: { protocolVersion, capabilities: {}, ...ofAgent } });
}

function* turnOf(dialect: Dialect, sessionId: string, turn: number): Generator<Sent> {
  const update = (sent: object) => agent({ method: 'session/update', params: { sessionId, update: sent } });
  const named = (id: string) => (dialect === 'v1' ? {} : { messageId: `${id}_${turn}` });
  const isNovember = dialect === 'november';
  const prompt = client({
    id: turn,
    method: 'session/prompt',
    params: { sessionId, prompt: [block(`Do it, ${turn}.`)] },
  });
  yield prompt;
  if (isNovember) {
    yield agent({ id: turn, result: { messageId: `user_${turn}` } });
    yield update({ sessionUpdate: 'user_message', ...named('user'), content: [block(`Do it, ${turn}.`)] });
    yield update({ sessionUpdate: 'state_update', state: 'running' });
  }
  for (let index = 0; index < 40; index++) {
    yield update({ sessionUpdate: 'agent_thought_chunk', ...named('thought'), content: block(wordAt(index)) });
  }
  for (let call = 0; call < 6; call++) yield* toolCall(dialect, update, `call_${turn}_${call}`);
  const length = 100 + ((turn * 37) % 900);
  for (let index = 0; index < length; index++) {
    yield update({ sessionUpdate: 'agent_message_chunk', ...named('answer'), content: block(wordAt(index)) });
  }
  if (turn % 5 === 0 && dialect !== 'v1') {
    yield update({ sessionUpdate: 'agent_message', ...named('answer'), content: [block('In short: it is done.')] });
  }
  if (isNovember) yield update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
  else yield agent({ id: turn, result: { stopReason: 'end_turn' } });
}

function* toolCall(dialect: Dialect, update: (sent: object) => Sent, toolCallId: string): Generator<Sent> {
  const first = { toolCallId, title: `Read ${toolCallId}.ts`, kind: 'read', status: 'pending' };
  yield update({ sessionUpdate: dialect === 'v1' ? 'tool_call' : 'tool_call_update', ...first });
  yield update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'in_progress' });
  const content = [
    { type: 'content', content: block(Array.from({ length: 40 }, (_, index) => wordAt(index)).join('')) },
  ];
  yield update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content });
}

function wordAt(index: number): string {
  return ` ${words[(index * 5) % words.length]}`;
}
