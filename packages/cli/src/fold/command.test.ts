import { expect, test } from 'vitest';
import { runEmend } from '../test-support/built-command.ts';

const chunk = (text: string, messageId: string | null = 'm', sessionId = 's') => ({
  jsonrpc: '2.0',
  method: 'session/update',
  params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } } },
});
const lines = (...messages: unknown[]) => messages.map((message) => `${JSON.stringify(message)}\n`).join('');
const blank = { messages: [], toolCalls: [], plans: [], timeline: [], availableCommands: [], configOptions: [] };
const said = (...texts: string[]) => ({
  ...blank,
  messages: [{ messageId: 'm', kind: 'agent', content: texts.map((text) => ({ type: 'text', text })) }],
  timeline: [{ message: 'm' }],
  diagnostics: [],
});

test('messages in, state out, session by session', async () => {
  const { status, stdout, stderr } = await runEmend(['fold'], lines(chunk('A'), chunk('B'), chunk('C', 'm', 'two')));
  expect({ status, state: JSON.parse(stdout), stderr }).toEqual({
    status: 0,
    state: { sessions: { s: said('A', 'B'), two: said('C') } },
    stderr: '',
  });
});

test.each(['1', '2'])(
  'what the person said is there in a stream of v%s whose agent does not tell it back',
  async (version) => {
    const prompt = [{ type: 'text', text: 'Why?' }];
    const { status, stdout } = await runEmend(
      ['fold', '--protocol', version],
      lines({ jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt } }, chunk('A'), {
        jsonrpc: '2.0',
        id: 1,
        result: { stopReason: 'end_turn' },
      }),
    );
    const turns = [{ status: 'ended', prompt, stopReason: 'end_turn', start: 0, end: 1 }];
    expect([status, JSON.parse(stdout)]).toEqual([0, { sessions: { s: { ...said('A'), turns } } }]);
  },
);

test('a recording is folded as its messages are, other lines of it left aside', async () => {
  const recorded = (from: string, message: unknown) => ({ at: 1, from, message });
  const input = lines(
    recorded('client', { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: [] } }),
    { at: 2, from: 'stderr', text: 'starting' },
    recorded('agent', chunk('A')),
    { at: 3, from: 'agent', text: 'not a message' },
    recorded('agent', { jsonrpc: '2.0', id: 1, result: { stopReason: 'end_turn' } }),
  );
  const { status, stdout } = await runEmend(['fold', '-'], input);
  const turns = [{ status: 'ended', stopReason: 'end_turn', start: 0, end: 1 }];
  expect({ status, state: JSON.parse(stdout) }).toEqual({
    status: 0,
    state: { sessions: { s: { ...said('A'), turns } } },
  });
});

test('nothing in, no session out', async () => {
  expect(await runEmend(['fold'], '')).toEqual({ status: 0, stdout: '{"sessions":{\n}}\n', stderr: '' });
});

test('bad lines are named and make the status 1, oddities within a session do not', async () => {
  const odd = chunk('B');
  const { status, stdout, stderr } = await runEmend(
    ['fold', '--protocol', '2'],
    `${lines(chunk('A'))}{"cut\n${lines(7, chunk('x', 'm', 5 as never), odd)}`,
  );
  expect({ status, state: JSON.parse(stdout), stderr }).toEqual({
    status: 1,
    state: { sessions: { s: said('A', 'B') } },
    stderr: [
      'standard input:2: skipped: expected a JSON text, found a line that ends too early',
      'standard input:3: skipped: expected a JSON-RPC message',
      'standard input:4: skipped: expected a session/update to name its session',
      '',
    ].join('\n'),
  });
  const malformed = await runEmend(['fold', '--protocol', '2'], lines(chunk('A'), chunk('B', null)));
  const session = JSON.parse(malformed.stdout).sessions.s;
  expect([malformed.status, session.diagnostics]).toEqual([
    0,
    [{ code: 'malformed_update', at: 2, detail: 'messageId: expected string, found null' }],
  ]);
});

test('a stream of version 1 is recognised and converted, unless its handshake says version 2', async () => {
  const tool = structuredClone(chunk('A')) as { params: { update: unknown } };
  tool.params.update = { sessionUpdate: 'tool_call', toolCallId: 'c', title: 'T' };
  const { status, stdout, stderr } = await runEmend(['fold'], lines(chunk('A', null), tool, chunk('B', null)));
  const session = JSON.parse(stdout).sessions.s;
  expect({ status, timeline: session.timeline, diagnostics: session.diagnostics, stderr }).toEqual({
    status: 0,
    timeline: [{ message: 'emend-1' }, { toolCall: 'c' }, { message: 'emend-2' }],
    diagnostics: [],
    stderr: '',
  });
  const handshake = (version: number) => ({ jsonrpc: '2.0', id: 0, result: { protocolVersion: version } });
  const answered = await runEmend(['fold'], lines(handshake(1), chunk('A'), tool));
  expect(JSON.parse(answered.stdout).sessions.s.timeline).toEqual([{ message: 'm' }, { toolCall: 'c' }]);
  const told = await runEmend(['fold', '--protocol', '1'], lines(chunk('A'), tool));
  expect(JSON.parse(told.stdout).sessions.s.timeline).toEqual([{ message: 'm' }, { toolCall: 'c' }]);
  const second = await runEmend(['fold'], lines(handshake(2), tool));
  expect(JSON.parse(second.stdout).sessions.s.timeline[0].unknown.sessionUpdate).toBe('tool_call');
});

test('a message of very many chunks is written whole', async () => {
  const texts = Array.from({ length: 10_000 }, (_, index) => `${index} `);
  const { status, stdout } = await runEmend(['fold'], lines(...texts.map((text) => chunk(text))));
  expect([status, JSON.parse(stdout)]).toEqual([0, { sessions: { s: said(...texts) } }]);
});

test('a line nested too deep to be written is skipped, the others are folded', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const own = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"_x","deep":${deep}}}}`;
  for (const protocol of ['1', '2']) {
    const { status, stdout, stderr } = await runEmend(['fold', '--protocol', protocol], `${own}\n${lines(chunk('A'))}`);
    expect({ status, state: JSON.parse(stdout), stderr }).toEqual({
      status: 1,
      state: { sessions: { s: said('A') } },
      stderr: 'standard input:1: skipped: expected at most 1016 levels of nesting, found more\n',
    });
  }
});

test('what is malformed in a stream of version 1 is a diagnostic of its session, as in version 2', async () => {
  const update = (value: unknown, sessionId: unknown = 's') => ({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId, update: value },
  });
  const input = lines(
    update({ sessionUpdate: 'tool_call', toolCallId: 5 }),
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text' } }),
    update({ sessionUpdate: 'plan' }),
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', title: 'T', content: 'x' }),
    update({ sessionUpdate: 7 }),
    { jsonrpc: '2.0', id: 1, method: 'session/prompt', params: { sessionId: 's', prompt: 'x' } },
    { jsonrpc: '2.0', id: 1, method: 'session/request_permission', params: { sessionId: 's', toolCall: 1 } },
    update({ sessionUpdate: '_own' }),
    update({ sessionUpdate: 'plan', entries: [] }, 7),
  );
  const { status, stdout, stderr } = await runEmend(['fold', '--protocol', '1'], input);
  const malformed = (at: number, detail: string) => ({ code: 'malformed_update', at, detail });
  expect({ status, state: JSON.parse(stdout), stderr }).toEqual({
    status: 1,
    state: {
      sessions: {
        s: {
          ...blank,
          toolCalls: [{ toolCallId: 'c', title: 'T', kind: 'other', status: 'pending', content: [], locations: [] }],
          timeline: [{ toolCall: 'c' }, { unknown: { sessionUpdate: '_own' } }],
          diagnostics: [
            malformed(1, 'toolCallId: expected string, found number 5; title: expected string, found nothing'),
            malformed(2, 'content.text: expected string, found nothing'),
            malformed(3, 'entries: expected array, found nothing'),
            { code: 'malformed_part', at: 4, detail: 'content: expected array or null, found string "x"' },
            malformed(
              5,
              expect.stringMatching(/^sessionUpdate: expected one of .*, found number 7$/) as unknown as string,
            ),
            malformed(6, 'prompt: expected array, found string "x"'),
            malformed(7, 'toolCall: expected object, found number 1; options: expected array, found nothing'),
          ],
        },
      },
    },
    stderr: 'standard input:9: skipped: expected a message to name its session\n',
  });
});

test.each(['1', '2'])('numbers that a double cannot hold are named (v%s)', async (protocol) => {
  const call = (id: number, raw: string) =>
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"${id}","title":"T","rawInput":${raw}}}}\n`;
  const input = call(1, '{"a b":[1.0,-0]}') + Array.from({ length: 51 }, () => call(1, '1e400')).join('');
  const { status, stdout, stderr } = await runEmend(['fold', '--protocol', protocol], input);
  const notes = stderr.split('\n');
  expect({
    status,
    first: notes.slice(0, 2),
    last: notes.slice(49),
    rawInput: JSON.parse(stdout).sessions.s.toolCalls[0].rawInput,
  }).toEqual({
    status: 0,
    first: [
      'standard input:1: params.update.rawInput["a b"][1]: -0 is read as 0',
      'standard input:2: params.update.rawInput: 1e400 is read as null',
    ],
    last: [
      'standard input:50: params.update.rawInput: 1e400 is read as null',
      'standard input: 2 more numbers cannot be represented exactly.',
      '',
    ],
    rawInput: null,
  });
});
