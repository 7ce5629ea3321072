import { type ClientOptions, type ClientSession, connect, memoryPair, serve } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import { foldedSession } from '@emend/acp/session';
import { APICallError, isStepCount, streamText, ToolLoopAgent } from 'ai';
import { expect, test } from 'vitest';
import { agentFromModel, type ModelAgentOptions } from './agent-from-model.ts';
import type { ModelLoop } from './model-loop.ts';
import { finish, reasoning, type Step, scriptedModel, text, toolCall, tools } from './test-support/scripted-model.ts';

let minted = 0;
const mintId = (purpose: string) => `${purpose}-${++minted}`;

async function connected(loop: ModelLoop, options: ModelAgentOptions = {}, client: ClientOptions = {}) {
  minted = 0;
  const [here, there] = memoryPair();
  serve(agentFromModel(loop, { mintId, ...options }), there, { onEvent: () => {} });
  const connection = await connect(here, client);
  return { connection, session: await connection.newSession({ cwd: '/project' }) };
}

function loopOf(...steps: readonly Step[]) {
  const { model, prompts } = scriptedModel(...steps);
  return { loop: new ToolLoopAgent({ model, tools, instructions: 'Be kind.', onError: () => {} }), prompts };
}

function shown(session: ClientSession) {
  const { messages, toolCalls } = foldedSession(session.state);
  return {
    messages: messages.map(({ kind, content }) => [
      kind,
      ...content.map((block) => ('text' in block ? block.text : block)),
    ]),
    toolCalls: toolCalls.map(({ _meta, content, ...call }) => ({ ...call, content: content.map((item) => item) })),
  };
}

test('thoughts, text and tools become a turn, and the result goes back to the model', async () => {
  const { loop, prompts } = loopOf(
    [
      ...reasoning('r', 'I must look.'),
      ...text('1', 'Let me ', 'look.'),
      ...toolCall('c', 'weather', '{"city":', '"Rome"}'),
      finish('tool-calls'),
    ],
    [...text('1', 'It is 21 degrees.'), finish()],
  );
  const { connection, session } = await connected(loop, { contextSize: 1000 });
  expect(await session.prompt('How warm is it?')).toEqual({ stopReason: 'end_turn' });
  expect(shown(session)).toEqual({
    messages: [
      ['user', 'How warm is it?'],
      ['thought', 'I must look.'],
      ['agent', 'Let me ', 'look.'],
      ['agent', 'It is 21 degrees.'],
    ],
    toolCalls: [
      {
        toolCallId: 'c',
        name: 'weather',
        title: 'weather',
        kind: 'other',
        status: 'completed',
        locations: [],
        rawInput: { city: 'Rome' },
        rawOutput: { city: 'Rome', degrees: 21 },
        content: [{ type: 'content', content: { type: 'text', text: '{\n  "city": "Rome",\n  "degrees": 21\n}' } }],
      },
    ],
  });
  expect(session.state.usage).toMatchObject({ used: 42, size: 1000 });
  expect(prompts.at(0)).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: [{ type: 'text', text: 'How warm is it?' }] },
  ]);
  await connection.close();
});

test('a tool that needs approval becomes a permission request, and the loop goes on with the answer', async () => {
  for (const [answer, status, output] of [
    ['allow', 'completed', { type: 'text', value: 'wrote /a' }],
    ['reject', 'failed', { type: 'execution-denied' }],
  ] as const) {
    const { loop, prompts } = loopOf(
      [...toolCall('c', 'write', '{"path":"/a"}'), finish('tool-calls')],
      [...text('1', 'All right.'), finish()],
    );
    const asked: unknown[] = [];
    const { connection, session } = await connected(
      loop,
      { describeTool: (name, input) => ({ title: `${name} ${(input as { path: string }).path}`, kind: 'edit' }) },
      {
        requestPermission: ({ title, options }) => {
          asked.push([title, options.map(({ kind }) => kind)]);
          return answer;
        },
      },
    );
    expect(await session.prompt('Write!')).toEqual({ stopReason: 'end_turn' });
    expect(asked).toEqual([['write /a', ['allow_once', 'reject_once']]]);
    const [call] = shown(session).toolCalls;
    const told = answer === 'allow' ? 'wrote /a' : 'Not allowed.';
    const content = [{ type: 'content', content: { type: 'text', text: told } }];
    expect([call?.status, call?.kind, call?.content]).toEqual([status, 'edit', content]);
    expect(shown(session).messages.at(-1)).toEqual(['agent', 'All right.']);
    const last = (prompts.at(1) as { role: string; content: { output?: object }[] }[]).at(-1);
    expect(last?.content[0]?.output).toMatchObject(output);
    await connection.close();
  }
});

test('output that is streamed replaces itself, an error fails the call, and both ids are kept apart from those of other turns', async () => {
  const { loop } = loopOf(
    [...toolCall('c', 'count', '{}'), ...toolCall('d', 'broken', '{}'), finish('tool-calls')],
    [...text('1', 'Done.'), finish()],
    [...toolCall('c', 'count', '{}'), finish('tool-calls')],
    [finish()],
  );
  const { connection, session } = await connected(loop);
  const outputs: unknown[] = [];
  session.store.subscribe(() => {
    const output = session.state.toolCalls.get('c')?.rawOutput;
    if (output !== undefined && outputs.at(-1) !== output) outputs.push(output);
  });
  await session.prompt('Go');
  await session.prompt('Again');
  expect(outputs).toEqual(['one', 'one two']);
  expect(shown(session).toolCalls.map(({ toolCallId, status, content }) => [toolCallId, status, content])).toEqual([
    ['c', 'completed', [{ type: 'content', content: { type: 'text', text: 'one two' } }]],
    ['d', 'failed', [{ type: 'content', content: { type: 'text', text: 'It is broken.' } }]],
    ['c-2', 'completed', [{ type: 'content', content: { type: 'text', text: 'one two' } }]],
  ]);
  await connection.close();
});

test.each([
  ['length', 'max_tokens'],
  ['content-filter', 'refusal'],
  ['other', 'end_turn'],
] as const)('a loop that finishes by %s ends the turn by %s', async (reason, stopReason) => {
  const { loop } = loopOf([...text('1', 'Well'), finish(reason)]);
  const { connection, session } = await connected(loop);
  expect(await session.prompt('Go')).toEqual({ stopReason });
  await connection.close();
});

test('a loop that stops before its tools were answered has used up its requests', async () => {
  const { model } = scriptedModel([...toolCall('c', 'weather', '{}'), finish('tool-calls')]);
  const { connection, session } = await connected(({ messages, abortSignal }) =>
    streamText({ model, tools, messages, abortSignal }),
  );
  expect(await session.prompt('Go')).toEqual({ stopReason: 'max_turn_requests' });
  await connection.close();
});

test('an error of the provider is told in its words, and any other one is not', async () => {
  const refused = new APICallError({
    message: 'You have no credit.',
    url: 'https://models.example',
    requestBodyValues: {},
    statusCode: 402,
    isRetryable: false,
  });
  const { loop } = loopOf(refused, new Error('secret'));
  const { connection, session } = await connected(loop);
  await expect(session.prompt('Go')).rejects.toMatchObject({
    code: -32603,
    message: 'The model failed: You have no credit.',
    data: { isRetryable: false },
  });
  await expect(session.prompt('Go')).rejects.toMatchObject({ message: expect.not.stringContaining('secret') });
  await connection.close();
});

test('what a stream said before it failed and was retried is taken back, and thoughts and text of the last attempt stay', async () => {
  const overloaded = new APICallError({
    message: 'Overloaded.',
    url: 'https://models.example',
    requestBodyValues: {},
    isRetryable: true,
  });
  const failing: Step = [
    ...reasoning('r', 'Hm.'),
    ...text('1', 'Hel').slice(0, -1),
    { type: 'error', error: overloaded },
  ];
  const { model } = scriptedModel(
    [
      ...reasoning('r', 'First.'),
      ...text('1', 'I look.'),
      ...toolCall('c', 'weather', '{"city":"Rome"}'),
      finish('tool-calls'),
    ],
    failing,
    [...reasoning('r', 'Hm.'), ...text('1', 'Hello.'), finish()],
  );
  const loop: ModelLoop = ({ messages, abortSignal }) =>
    streamText({ model, tools, messages, abortSignal, streamRetries: 1, stopWhen: isStepCount(3), onError: () => {} });
  const { connection, session } = await connected(loop);
  expect(await session.prompt('Go')).toEqual({ stopReason: 'end_turn' });
  expect(shown(session).messages).toEqual([
    ['user', 'Go'],
    ['thought', 'First.'],
    ['agent', 'I look.'],
    ['thought'],
    ['agent'],
    ['thought', 'Hm.'],
    ['agent', 'Hello.'],
  ]);
  await connection.close();
});

test('cancelling aborts the call of the model', async () => {
  let isAborted = false;
  const { model } = scriptedModel();
  model.doStream = async ({ abortSignal }) => ({
    stream: new ReadableStream({
      start(controller) {
        controller.enqueue({ type: 'stream-start', warnings: [] });
        controller.enqueue({ type: 'text-start', id: '1' });
        controller.enqueue({ type: 'text-delta', id: '1', delta: 'I begin' });
        abortSignal?.addEventListener('abort', () => {
          isAborted = true;
          controller.error(abortSignal.reason);
        });
      },
    }),
  });
  const { connection, session } = await connected(new ToolLoopAgent({ model }));
  const turn = session.prompt('Go');
  await expect.poll(() => shown(session).messages.length).toBe(2);
  session.cancel();
  expect([await turn, isAborted]).toEqual([{ stopReason: 'cancelled' }, true]);
  await connection.close();
});

test('the next turn has the conversation, without a log from memory and with one from the session, where corrections count', async () => {
  for (const log of [undefined, new MemoryLog()]) {
    const { loop, prompts } = loopOf(
      [...text('1', 'My name is Bob.'), ...toolCall('c', 'weather', '{"city":"Rome"}'), finish('tool-calls')],
      [...text('2', 'Sun.'), finish()],
      [...text('1', 'Yes.'), finish()],
    );
    const { connection, session } = await connected(loop, log === undefined ? {} : { sessions: { log } });
    await session.prompt('Who are you?');
    await session.prompt([
      { type: 'text', text: 'Sure?' },
      { type: 'resource_link', name: 'a', uri: 'file:///a' },
    ]);
    const result = { type: 'json', value: { city: 'Rome', degrees: 21 } };
    const toolName = 'weather';
    expect(prompts.at(2)).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'Who are you?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'My name is Bob.' },
          { type: 'tool-call', toolCallId: 'c', toolName, input: { city: 'Rome' } },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c', toolName, output: result }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Sun.' }] },
      { role: 'user', content: [{ type: 'text', text: 'Sure?[a](file:///a)' }] },
    ]);
    await connection.close();
  }
});

test('a session that was loaded goes on with what it says now', async () => {
  const log = new MemoryLog();
  const first = loopOf([...text('1', 'The secret is 1234.'), finish()]);
  const before = await connected(first.loop, { sessions: { log } });
  await before.session.prompt('Tell me');
  await before.connection.close();
  const corrected = { sessionUpdate: 'agent_message', content: [{ type: 'text', text: 'I tell nobody.' }] } as const;

  const second = loopOf([...text('1', 'No.'), finish()]);
  const [here, there] = memoryPair();
  const agent = agentFromModel(second.loop, {
    sessions: { log },
    async loadSession(_, session) {
      const said = session.history?.messages.toArray().find(({ kind }) => kind === 'agent');
      await session.update({ ...corrected, messageId: said?.messageId ?? '' });
    },
  });
  serve(agent, there);
  const connection = await connect(here);
  const session = await connection.loadSession({ sessionId: before.session.id, cwd: '/project' });
  await session.prompt('What was it?');
  expect(second.prompts).toEqual([
    [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text: 'Tell me' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'I tell nobody.' }] },
      { role: 'user', content: [{ type: 'text', text: 'What was it?' }] },
    ],
  ]);
  await connection.close();
});

test('what is no model loop is refused at once, and a function that returns no stream in the turn', async () => {
  const { model } = scriptedModel();
  const hint = 'Give it new ToolLoopAgent({ model })';
  for (const wrong of [model, 'provider/model', null]) expect(() => agentFromModel(wrong as never)).toThrow(hint);
  const events: unknown[] = [];
  for (const wrong of [undefined, {}, { stream: 'text' }]) {
    const [here, there] = memoryPair();
    serve(
      agentFromModel(() => wrong as never),
      there,
      { onEvent: (event) => void events.push(event) },
    );
    const client = await connect(here);
    const session = await client.newSession({ cwd: '/project' });
    await expect(session.prompt('Go')).rejects.toMatchObject({ code: -32603 });
    await client.close();
  }
  const error = new TypeError(
    'The model loop returned no stream. Return the result of streamText itself, not one of its parts.',
  );
  expect(events).toMatchObject([{ error }, { error }, { error }]);
});
