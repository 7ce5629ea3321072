import { describe, expect, test } from 'vitest';
import { permissionPolicy } from '../../permissions/decide.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { agent } from '../agent/agent.ts';
import type { AgentDefinition } from '../agent/definition.ts';
import { serve } from '../agent/serve.ts';
import { opened } from '../test-support/november-session.ts';
import { countingIds } from '../test-support/pair.ts';
import { chunk, v1Agent } from '../test-support/v1-agent.ts';
import { connect } from './connect.ts';
import type { ClientEvent, ClientOptions } from './options.ts';
import type { ClientSession } from './session.ts';

const cwd = '/project';
const offered = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

type Answers = (boolean | string)[];

/** An agent that asks one question for each word of a prompt, all at once, and keeps the answers. */
function asking(answers: Answers): AgentDefinition {
  return {
    mintId: countingIds(),
    async prompt(turn) {
      const words = turn.prompt.flatMap((block) => (block.type === 'text' ? String(block['text']).split(' ') : []));
      await Promise.all(
        words.map(async (path) => {
          const call = turn.toolCall({ title: `Read ${path}`, kind: 'read', locations: [{ path: `${cwd}/${path}` }] });
          const { isAllowed, outcome } = await turn.requestPermission(call);
          answers.push(outcome.outcome === 'cancelled' ? 'cancelled' : isAllowed);
        }),
      );
    },
  };
}

async function talking(
  options: ClientOptions,
): Promise<{ session: ClientSession; answers: Answers } & AsyncDisposable> {
  const [near, far] = memoryPair();
  const answers: Answers = [];
  const connection = serve(agent(asking(answers)), far);
  const client = await connect(near, options);
  const session = await client.newSession({ cwd });
  return {
    session,
    answers,
    async [Symbol.asyncDispose]() {
      await client.close();
      await connection.closed;
    },
  };
}

describe.each(['june', 'november'] as const)('in %s', (prefers) => {
  test('[RO190] open permission requests are data, and are answered by their ids', async () => {
    await using talk = await talking({ prefers, permissions: 'wait' });
    const { permissions } = talk.session;
    const seen: number[] = [];
    const stop = permissions.subscribe(() => seen.push(permissions.open.length));
    const none = permissions.open;
    const turn = talk.session.prompt('a b');
    await expect.poll(() => permissions.open.length).toBe(2);
    const [first, second] = permissions.open;
    expect(permissions.open).toBe(permissions.open);
    expect(none).toEqual([]);
    expect(first).toMatchObject({
      title: 'Read a',
      call: { title: 'Read a', kind: 'read' },
      options: offered,
      since: expect.any(Number),
      hasHandler: false,
    });
    expect(talk.session.state.permissions.map(({ requestId }) => requestId)).toEqual(
      permissions.open.map(({ requestId }) => requestId),
    );
    expect(permissions.answer(second?.requestId ?? null, 'reject')).toBe(true);
    expect(permissions.open).toEqual([first]);
    expect(() => permissions.answer(first?.requestId ?? null, 'always')).toThrow(
      new TypeError('answer() got an option that the agent did not offer.'),
    );
    expect(permissions.answer(first?.requestId ?? null, 'allow')).toBe(true);
    expect(permissions.answer(first?.requestId ?? null, 'reject')).toBe(false);
    expect(permissions.cancel('never asked')).toBe(false);
    expect(await turn).toEqual({ stopReason: 'end_turn' });
    expect([talk.answers, seen, permissions.open]).toEqual([[false, true], [1, 2, 1, 0], []]);
    stop();
  });

  test('[RO190] a cancelled turn takes its requests back', async () => {
    await using talk = await talking({ prefers, permissions: 'wait' });
    const { permissions } = talk.session;
    const turn = talk.session.prompt('a b');
    await expect.poll(() => permissions.open.length).toBe(2);
    expect(permissions.cancel(permissions.open[0]?.requestId ?? null)).toBe(true);
    talk.session.cancel();
    expect(permissions.open).toEqual([]);
    expect(await turn).toEqual({ stopReason: 'cancelled' });
    expect(talk.session.state.permissions).toEqual([]);
  });

  test('[RO192] a policy decides first, and each decision is an event', async () => {
    const events: ClientEvent[] = [];
    const asked: string[] = [];
    await using talk = await talking({
      prefers,
      permissionPolicy: permissionPolicy({
        rules: [
          { decision: 'reject', path: 'secret/**', name: 'secrets' },
          { decision: 'ask', path: 'b' },
          { decision: 'allow', within: '.' },
        ],
      }),
      requestPermission({ title }) {
        asked.push(title);
        return 'reject';
      },
      onEvent: (event) => events.push(event),
    });
    await talk.session.prompt('a secret/x b ../c');
    expect(asked).toEqual(['Read b', 'Read ../c']);
    expect([...talk.answers].sort()).toEqual([false, false, false, true]);
    const decided = events.filter((event) => event.type === 'permission-decided');
    expect(
      decided.map(({ request, decision }) => [
        request.title,
        decision.decision,
        decision.rule,
        decision.option?.optionId,
      ]),
    ).toEqual([
      ['Read a', 'allow', 3, 'allow'],
      ['Read secret/x', 'reject', 1, 'reject'],
      ['Read b', 'ask', 2, undefined],
      ['Read ../c', 'ask', undefined, undefined],
    ]);
    expect(talk.session.permissions.open).toEqual([]);
  });
});

test('[RO192] rules allow nothing by what was said of a tool call of an earlier turn, whoever prompted', async () => {
  const toolCall = { toolCallId: 'call_1' };
  const asked: string[] = [];
  const { transport, voice, received } = v1Agent({
    'session/prompt': (message, { answer }) => answer(message, { stopReason: 'end_turn' }),
  });
  const client = await connect(transport, {
    permissionPolicy: permissionPolicy({ rules: [{ decision: 'allow', kind: 'read', within: '.' }] }),
    requestPermission({ title }) {
      asked.push(title);
      return 'reject';
    },
  });
  const session = await client.newSession({ cwd });
  const answered = async (id: number, call: object): Promise<unknown> => {
    voice.update({ sessionUpdate: 'tool_call', ...toolCall, ...call });
    voice.ask(id, 'session/request_permission', { sessionId: 's', toolCall, options: offered });
    const isAnswer = (message: { id?: unknown; method?: string }) => message.id === id && message.method === undefined;
    await expect.poll(() => received.some(isAnswer)).toBe(true);
    const { result } = received.find(isAnswer) as unknown as { result: { outcome: { optionId: string } } };
    return result.outcome.optionId;
  };
  const reads = { title: 'Read', kind: 'read', locations: [{ path: `${cwd}/a` }] };
  expect(await answered(101, reads)).toBe('allow');
  expect(await answered(102, { title: 'Read again' })).toBe('allow');
  await session.prompt('go');
  expect(await answered(103, { title: 'Delete', rawInput: { command: 'rm -rf x' } })).toBe('reject');
  expect(await answered(104, reads)).toBe('allow');
  voice.update(chunk('user', 'said by somebody else'));
  expect(await answered(105, { title: 'Send' })).toBe('reject');
  expect(asked).toEqual(['Delete', 'Send']);
  await client.close();
});

test('[RO191] an answer from outside wins over a callback that never answers, and the other way round', async () => {
  const signals: AbortSignal[] = [];
  await using talk = await talking({
    requestPermission({ title }, { signal }) {
      signals.push(signal);
      return title === 'Read a' ? new Promise(() => {}) : 'allow';
    },
  });
  const { permissions } = talk.session;
  const turn = talk.session.prompt('a b');
  await expect.poll(() => talk.answers).toEqual([true]);
  expect(permissions.open.map(({ title }) => title)).toEqual(['Read a']);
  permissions.answer(permissions.open[0]?.requestId ?? null, 'reject');
  await turn;
  expect([talk.answers, permissions.open]).toEqual([[true, false], []]);
});

test('[RO190] a request that the agent withdraws is closed', async () => {
  await using november = await opened({}, { permissions: 'wait' });
  const { permissions } = november.session;
  const params = { sessionId: 's', title: 'May I?', options: offered };
  november.voice.ask(0, 'session/request_permission', params);
  await expect.poll(() => permissions.open.map(({ title, requestId }) => [title, requestId])).toEqual([['May I?', 0]]);
  november.voice.ask(undefined, '$/cancel_request', { requestId: 0 });
  await expect.poll(() => permissions.open).toEqual([]);
  expect(permissions.answer(0, 'allow')).toBe(false);
});

test('[RO190] a listener that throws is reported, and the others are notified', async () => {
  const events: string[] = [];
  await using talk = await talking({ permissions: 'wait', onEvent: ({ type }) => events.push(type) });
  const { permissions } = talk.session;
  permissions.subscribe(() => {
    throw new Error('broken');
  });
  permissions.subscribe(() => {
    for (const { requestId } of permissions.open) permissions.answer(requestId, 'allow');
  });
  await talk.session.prompt('a');
  expect([talk.answers, events]).toEqual([[true], ['listener-failed', 'listener-failed']]);
});

test.each([
  ['throws', undefined],
  ['chooses what was not offered', 'x'],
])('[RO192] a policy that %s allows nothing', async (_, how) => {
  const events: ClientEvent[] = [];
  await using talk = await talking({
    permissionPolicy: () => {
      if (how === undefined) throw new Error('broken');
      const outcome = { outcome: 'selected', optionId: how } as const;
      return { decision: 'allow', rule: 1, name: undefined, outcome, option: undefined, asks: undefined };
    },
    requestPermission: () => 'reject',
    onEvent: (event) => events.push(event),
  });
  await talk.session.prompt('a');
  expect([talk.answers, events.map(({ type }) => type)]).toEqual([[false], ['policy-failed']]);
});
