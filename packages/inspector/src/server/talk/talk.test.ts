import { type AgentDefinition, agent, connect, memoryPair, RpcError, serve } from '@emend/acp';
import { MemoryLog } from '@emend/acp/log';
import type { AuthMethod } from '@emend/acp/protocol/june';
import { expect, test } from 'vitest';
import type { TalkState } from '../../api/talk.ts';
import { loginMethods } from './login-methods.ts';
import { Talk } from './talk.ts';

function talkTo(definition: Partial<AgentDefinition>): { talk: Talk; states: TalkState[]; until: Until } {
  const [near, far] = memoryPair();
  serve(agent({ info: { name: 'scripted', version: '1' }, prompt: async () => {}, ...definition }), far);
  const states: TalkState[] = [];
  const onState = (state: TalkState): void => void states.push(state);
  const talk = new Talk((options) => connect(near, options), { cwd: '/w', version: '1', onState });
  const until: Until = (isMeant) => expect.poll(() => isMeant(talk.state)).toBe(true);
  return { talk, states, until };
}

type Until = (isMeant: (state: TalkState) => boolean) => Promise<void>;

const first = (state: TalkState) => state.sessions[0];

test('[IP80] a session is opened at the start, and the state says what can be ordered', async () => {
  const { talk, until } = talkTo({
    accepts: { image: true },
    newSession: async (_, session) => {
      await session.commands([{ name: 'tour', description: 'All' }]);
      return {
        configOptions: [
          { id: 'mode', name: 'Mode', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] },
        ],
      };
    },
  });
  expect(talk.state.isStarting).toBe(true);
  await until((state) => !state.isStarting && first(state)?.availableCommands.length === 1);
  const id = talk.state.session as string;
  expect(talk.state).toEqual({
    agent: 'scripted',
    session: id,
    sessions: [
      {
        id,
        isRunning: false,
        isStopping: false,
        configOptions: [
          { id: 'mode', name: 'Mode', type: 'select', currentValue: 'a', options: [{ value: 'a', name: 'A' }] },
        ],
        availableCommands: [{ name: 'tour', description: 'All' }],
        questions: [],
      },
    ],
    questions: [],
    isStarting: false,
    canAttach: true,
    canList: true,
    canLoad: true,
    canClose: true,
  });
});

test('[IP81] a question waits in the state until it is answered by one of its options', async () => {
  const answers: unknown[] = [];
  const { talk, until } = talkTo({
    prompt: async (turn) => {
      const call = turn.toolCall({ id: 'c', title: 'Delete it' });
      const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' as const }];
      answers.push((await turn.requestPermission(call, options)).outcome);
    },
  });
  await until((state) => state.session !== undefined);
  const session = talk.state.session as string;
  const ended = talk.order({ do: 'prompt', session, text: 'go' });
  await until((state) => first(state)?.questions.length === 1);
  const [question] = talk.state.sessions[0]?.questions ?? [];
  expect({ ...question, requestId: 0 }).toEqual({
    type: 'permission',
    requestId: 0,
    title: 'Delete it',
    toolCallId: 'c',
    options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
  });
  expect(first(talk.state)?.isRunning).toBe(true);
  const requestId = question?.requestId ?? null;
  expect(await talk.order({ do: 'answer', session, requestId, optionId: 'other' })).toEqual({
    failed: 'The agent did not offer this option.',
  });
  expect(await talk.order({ do: 'answer', session, requestId, optionId: 'y' })).toEqual({ done: 'other' });
  expect(await talk.order({ do: 'answer', session, requestId, optionId: 'y' })).toEqual({
    failed: 'This question is no longer open.',
  });
  expect(await ended).toEqual({ done: 'other' });
  expect(answers).toEqual([{ outcome: 'selected', optionId: 'y' }]);
  await until((state) => first(state)?.isRunning === false);
  expect(first(talk.state)?.questions).toEqual([]);
});

test('[IP81] a stop answers open questions, and is told until the turn has ended', async () => {
  let goOn = (): void => {};
  const { talk, until, states } = talkTo({
    prompt: async (turn) => {
      const call = turn.toolCall({ id: 'c', title: 'Delete it' });
      await turn.requestPermission(call, [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }]);
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      turn.signal.throwIfAborted();
    },
  });
  await until((state) => state.session !== undefined);
  const session = talk.state.session as string;
  const ended = talk.order({ do: 'prompt', session, text: 'go' });
  await until((state) => first(state)?.questions.length === 1);
  await talk.order({ do: 'stop', session });
  await until((state) => first(state)?.isStopping === true && first(state)?.questions.length === 0);
  goOn();
  expect(await ended).toEqual({ done: 'other' });
  await until((state) => first(state)?.isStopping === false && first(state)?.isRunning === false);
  expect(states.length).toBeGreaterThan(2);
});

test('[IP82] forms, options, files, and sessions that are listed, closed and loaded', async () => {
  const seen: unknown[] = [];
  const { talk, until } = talkTo({
    accepts: { image: true, embeddedContext: true },
    sessions: { log: new MemoryLog() },
    newSession: () => ({ configOptions: [{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: false }] }),
    setConfigOption: ({ isOn }) => [{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: isOn === true }],
    prompt: async (turn) => {
      seen.push(turn.prompt);
      seen.push(await turn.elicit({ message: 'Who?', schema: { properties: { name: { type: 'string' } } } }));
    },
  });
  await until((state) => state.session !== undefined);
  const session = talk.state.session as string;
  const data = Buffer.from('hello').toString('base64');
  const files = [
    { name: 'a b.txt', mimeType: 'text/plain', data },
    { name: 'p.png', mimeType: 'image/png', data: 'AAAA' },
  ];
  const ended = talk.order({ do: 'prompt', session, text: 'look', files });
  await until((state) => first(state)?.questions[0]?.type === 'elicitation');
  const requestId = first(talk.state)?.questions[0]?.requestId ?? null;
  await talk.order({ do: 'fill', session, requestId, action: 'accept', content: { name: 'Ada' } });
  await ended;
  expect(seen).toEqual([
    [
      { type: 'text', text: 'look' },
      { type: 'resource', resource: { uri: 'attachment:///a%20b.txt', text: 'hello', mimeType: 'text/plain' } },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    ],
    { action: 'accept', content: { name: 'Ada' } },
  ]);
  await talk.order({ do: 'configure', session, option: 'fast', value: true });
  await until((state) => (first(state)?.configOptions[0] as { currentValue?: unknown })?.currentValue === true);
  const listed = await talk.order({ do: 'list' });
  expect('done' in listed && listed.done === 'list' && listed.sessions.map(({ id }) => id)).toEqual([session]);
  expect(await talk.order({ do: 'close', session })).toEqual({ done: 'other' });
  await until((state) => state.sessions.length === 0);
  expect(await talk.order({ do: 'prompt', session, text: 'more' })).toEqual({
    failed: 'This session is not open here. Load it first.',
  });
  expect(await talk.order({ do: 'load', session })).toEqual({ done: 'load', session });
});

test('[IP79] an agent that wants a login offers its ways, and one that succeeds opens the session', async () => {
  let isLoggedIn = false;
  const { talk, until } = talkTo({
    authentication: {
      methods: [{ id: 'key', name: 'Use a key', description: 'From the file', type: 'agent' }],
      authenticate: async ({ methodId }) => {
        if (methodId !== 'key') throw new RpcError(-32602, 'Other');
        isLoggedIn = true;
      },
    },
    newSession: () => {
      if (!isLoggedIn) throw new RpcError(-32000, 'Log in');
      return {};
    },
  });
  await until((state) => !state.isStarting);
  const { remark, login, sessions } = talk.state;
  expect({ remark, login, sessions }).toEqual({
    remark: 'The agent wants a login first.',
    login: [{ id: 'key', name: 'Use a key', description: 'From the file' }],
    sessions: [],
  });
  expect(await talk.order({ do: 'login', method: 'none' })).toEqual({
    failed: 'The agent offers no authentication method "none".',
  });
  expect(talk.state.login).toHaveLength(1);
  const result = await talk.order({ do: 'login', method: 'key' });
  await until((state) => state.sessions.length === 1 && state.login === undefined && state.remark === undefined);
  expect(result).toEqual({ done: 'new', session: talk.state.session });
});

test('[IP79] a way to log in that needs a terminal is told with its arguments', () => {
  const methods = [
    { id: 'tty', name: 'By hand', type: 'terminal', args: ['--login', 7, 'now'] },
    { id: 'bare', name: 'x'.repeat(2_000), description: 7, type: 'terminal' },
  ] as unknown as AuthMethod[];
  expect(
    loginMethods([...methods, ...Array.from({ length: 100 }, () => methods[0] as AuthMethod)]).slice(0, 2),
  ).toEqual([
    { id: 'tty', name: 'By hand', terminal: '--login now' },
    { id: 'bare', name: 'x'.repeat(1_000), terminal: '' },
  ]);
});

test('[IP83] failures are told in sentences', async () => {
  const refused = talkTo({
    newSession: () => {
      throw new RpcError(-32603, 'Internal error', { details: 'No model is set.' });
    },
  });
  await refused.until((state) => !state.isStarting);
  expect(refused.talk.state.remark).toBe('The agent refused: Internal error: No model is set. (-32603)');
  const failing = talkTo({
    prompt: () => {
      throw new RpcError(-32001, 'Broken');
    },
  });
  await failing.until((state) => state.session !== undefined);
  const session = failing.talk.state.session as string;
  const words = 'The agent refused: Broken (-32001)';
  expect(await failing.talk.order({ do: 'prompt', session, text: 'go' })).toEqual({ failed: words });
  await failing.until((state) => first(state)?.remark === words);
  await failing.talk.close();
  expect(await failing.talk.order({ do: 'new' })).toEqual({ failed: 'The inspector has ended the agent.' });
  const missing = new Talk(() => Promise.reject(new Error('nothing to start')), {
    cwd: '/w',
    version: '1',
    onState: () => {},
  });
  await expect.poll(() => missing.state.ended).toBe('nothing to start');
});
