interface Line {
  readonly from: 'client' | 'agent' | 'stderr';
  readonly message?: unknown;
  readonly text?: string;
}

const session = 'session-1';

/** A notification of the agent about its session. */
export function update(fields: Readonly<Record<string, unknown>>, sessionId = session): Line {
  return {
    from: 'agent',
    message: { jsonrpc: '2.0', method: 'session/update', params: { sessionId, update: fields } },
  };
}

/** A request of the client. */
export function request(id: number, method: string, params: unknown): Line {
  return { from: 'client', message: { jsonrpc: '2.0', id, method, params } };
}

/** An answer of the agent. */
export function answer(id: number, result: unknown): Line {
  return { from: 'agent', message: { jsonrpc: '2.0', id, result } };
}

/** The lines of a recording, a tenth of a second apart. */
export function recording(lines: readonly Line[]): string[] {
  return lines.map((line, index) => JSON.stringify({ at: index * 100, ...line }));
}

const text = (value: string) => ({ type: 'text', text: value });
const chunk = (value: string) =>
  update({ sessionUpdate: 'agent_message_chunk', messageId: 'm2', content: text(value) });

/** Opens a session, as the first four frames of a recording. */
export const opening: readonly Line[] = [
  request(1, 'initialize', { protocolVersion: 2, capabilities: {}, info: { name: 'tester', version: '1' } }),
  answer(1, { protocolVersion: 2, info: { name: 'sample', version: '1' }, capabilities: {}, authMethods: [] }),
  request(2, 'session/new', { cwd: '/shop', mcpServers: [] }),
  answer(2, { sessionId: session }),
];

/** A conversation in which the agent corrects itself at frame 12; frame 13 is wrong. */
export const sampleRecording = recording([
  ...opening,
  request(3, 'session/prompt', { sessionId: session, prompt: [text('When do you open?')] }),
  update({ sessionUpdate: 'user_message', messageId: 'm1', content: [text('When do you open?')] }),
  answer(3, { messageId: 'm1' }),
  update({ sessionUpdate: 'state_update', state: 'running' }),
  chunk('We open '),
  chunk('at nine '),
  chunk('on Sundays.'),
  update({ sessionUpdate: 'agent_message', messageId: 'm2', content: [text('We are closed on Sundays.')] }),
  update({ sessionUpdate: 'agent_message_chunk', messageId: 7, content: text('wrong') }),
  { from: 'stderr', text: 'the cache is cold' },
  update({ sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }),
]);
