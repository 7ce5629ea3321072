import { expect, test } from 'vitest';
import { idle, insert, novemberAgent, state } from '../../test-support/november-agent.ts';
import { now, opened, prompted } from '../../test-support/november-session.ts';
import { until } from '../../test-support/until.ts';
import type { Incoming } from '../../test-support/v1-agent.ts';
import { connect } from '../connect.ts';

const cancelled = { stopReason: 'cancelled' };
const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
const cancelledOutcome = { outcome: { outcome: 'cancelled' } };

function cancels(received: readonly Incoming[]): unknown[] {
  return received.flatMap(({ method, params }) => (method?.includes('cancel') ? [[method, params]] : []));
}

function answers(received: readonly Incoming[]): unknown[] {
  return received.flatMap((message) => (message.method === undefined ? [message] : []));
}

const cancelSession = ['session/cancel', { sessionId: 's' }];

test('a cancel ends the running prompt and the one that is held', async () => {
  await using agent = await opened();
  const one = agent.session.prompt('one');
  insert(agent.voice, await prompted(agent), 'u1');
  const two = agent.session.prompt('two');
  const second = await prompted(agent, 2);
  await one.inserted;
  agent.session.cancel();
  await agent.flush();
  agent.voice.refuse(second, { code: -32800, message: 'cancelled' });
  agent.voice.update(idle('cancelled'));
  expect([await one, await two]).toEqual([cancelled, cancelled]);
  await expect(two.inserted).rejects.toMatchObject({ code: -32800 });
  expect([cancels(agent.received), agent.session.isBusy]).toEqual([[cancelSession], false]);
});

test('the signal of an inserted prompt cancels the work', async () => {
  await using agent = await opened();
  const stop = new AbortController();
  const turn = agent.session.prompt('go', { signal: stop.signal });
  insert(agent.voice, await prompted(agent), 'u1');
  await turn.inserted;
  stop.abort();
  await agent.flush();
  expect(cancels(agent.received)).toEqual([cancelSession]);
  agent.voice.update(idle('cancelled', { usage: { totalTokens: 3 } }));
  expect(await turn).toEqual({ ...cancelled, usage: { totalTokens: 3 } });
});

test('[RO54] the signal of a prompt that is held takes back that prompt alone', async () => {
  await using agent = await opened();
  const stop = new AbortController();
  const one = agent.session.prompt('one');
  insert(agent.voice, await prompted(agent), 'u1');
  await one.inserted;
  const two = agent.session.prompt('two', { signal: stop.signal });
  const second = await prompted(agent, 2);
  stop.abort();
  await agent.flush();
  expect(cancels(agent.received)).toEqual([['$/cancel_request', { requestId: second.id }]]);
  agent.voice.refuse(second, { code: -32800, message: 'withdrawn' });
  agent.voice.update(idle('end_turn'));
  expect([await two, await one]).toEqual([cancelled, { stopReason: 'end_turn' }]);
});

test('[RO54] a prompt that is inserted although it was taken back is cancelled when nothing else runs', async () => {
  await using agent = await opened();
  const stop = new AbortController();
  const one = agent.session.prompt('one');
  insert(agent.voice, await prompted(agent), 'u1');
  await one.inserted;
  const two = agent.session.prompt('two', { signal: stop.signal });
  const second = await prompted(agent, 2);
  stop.abort();
  agent.voice.update(idle('end_turn'));
  await one;
  insert(agent.voice, second, 'u2');
  await two.inserted;
  await agent.flush();
  expect(cancels(agent.received)).toEqual([['$/cancel_request', { requestId: second.id }], cancelSession]);
  agent.voice.update(idle('cancelled'));
  expect(await two).toEqual(cancelled);
});

test('the signal of the only prompt cancels the session, before it is inserted, too', async () => {
  await using agent = await opened();
  const stop = new AbortController();
  const turn = agent.session.prompt('go', { signal: stop.signal });
  const prompt = await prompted(agent);
  stop.abort();
  await agent.flush();
  agent.voice.refuse(prompt, { code: -32800, message: 'cancelled' });
  expect([await turn, cancels(agent.received)]).toEqual([cancelled, [cancelSession]]);
});

test('work that nobody asked for can be cancelled, and nothing is sent if there is none', async () => {
  await using agent = await opened();
  agent.session.cancel();
  agent.voice.update(state('running'));
  await until(agent.session, () => agent.session.isBusy);
  agent.session.cancel();
  await agent.flush();
  expect(cancels(agent.received)).toEqual([cancelSession]);
  agent.voice.update(idle('cancelled'));
  await until(agent.session, () => !agent.session.isBusy);
  expect(agent.session.state.works.toArray()).toMatchObject([{ prompts: [], stopReason: 'cancelled' }]);
});

test('a prompt to an agent that works for ever can be given up', async () => {
  await using agent = await opened({}, { requestPermission: () => 'yes' });
  const stop = new AbortController();
  const turn = agent.session.prompt('go', { giveUp: stop.signal });
  insert(agent.voice, await prompted(agent), 'u1');
  await turn.inserted;
  stop.abort(new Error('enough'));
  await expect(turn).rejects.toThrow('enough');
  expect(agent.session.state.turns.at(0)).toMatchObject({ status: 'ended', error: 'enough' });
  // What the agent still asks belongs to the work that was given up.
  agent.voice.ask(0, 'session/request_permission', { sessionId: 's', title: 'Still?', options });
  await agent.flush();
  expect(answers(agent.received)).toMatchObject([{ id: 0, result: cancelledOutcome }]);
});

test('[RO53] a close ends the prompts of an agent that does not report the end of its work', async () => {
  await using agent = await opened();
  const one = agent.session.prompt('one');
  insert(agent.voice, await prompted(agent), 'u1');
  const two = agent.session.prompt('two');
  await prompted(agent, 2);
  await agent.session.close();
  expect([await one, await two, agent.session.isBusy]).toEqual([cancelled, cancelled, false]);
  expect([...agent.client.sessions.keys()]).toEqual([]);
});

test.each(['the agent', 'the client'])(
  '[RO53] prompts that are inserted end with the connection, ended by %s',
  async (who) => {
    await using agent = await opened();
    const one = agent.session.prompt('one');
    insert(agent.voice, await prompted(agent), 'u1');
    agent.voice.update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'in_progress' });
    const two = agent.session.prompt('two');
    await prompted(agent, 2);
    await until(agent.session, () => agent.session.state.toolCalls.length === 1);
    if (who === 'the agent') agent.voice.end();
    else await agent.client.close();
    for (const turn of [one, two]) await expect(turn).rejects.toMatchObject({ name: 'ConnectionError' });
    const { state: after, isBusy } = agent.session;
    expect([isBusy, after.toolCalls.get('t')?.status, after.turns.toArray().map(({ status }) => status)]).toEqual([
      false,
      'failed',
      ['ended', 'ended'],
    ]);
  },
);

test('[RO53] a close of the connection ends prompts at once, however long its transport takes', async () => {
  const agent = novemberAgent({ 'session/prompt': (message, voice) => insert(voice, message, 'u1') });
  const { transport } = agent;
  const close = (): Promise<void> => new Promise(() => {});
  const client = await connect({
    ...transport,
    frames: transport.frames,
    send: (frame) => transport.send(frame),
    close,
  });
  const session = await client.newSession({ cwd: '/' });
  const turn = session.prompt('go');
  await turn.inserted;
  void client.close();
  await expect(turn).rejects.toMatchObject({ name: 'ConnectionError', reason: 'closed' });
  expect(session.isBusy).toBe(false);
  await transport.close();
});

test('[N64] after a cancel the questions of the work are answered at once, those of the background stay', async () => {
  const asked: string[] = [];
  const signals: AbortSignal[] = [];
  let decide = (_: string): void => {};
  await using agent = await opened(
    {},
    {
      requestPermission({ title }, { signal }) {
        asked.push(title);
        signals.push(signal);
        return new Promise((resolve) => (decide = resolve));
      },
    },
  );
  const turn = agent.session.prompt('go');
  insert(agent.voice, await prompted(agent), 'u1');
  const ask = (id: number, title: string, toolCallId: string): void => {
    const subject = { type: 'tool_call', toolCall: { toolCallId } };
    agent.voice.ask(id, 'session/request_permission', { sessionId: 's', title, subject, options });
  };
  agent.voice.update({ sessionUpdate: 'tool_call_update', toolCallId: 'behind', status: 'in_progress' });
  agent.voice.update(state('running', { background: [{ type: 'tool_call', toolCallId: 'behind' }] }));
  ask(0, 'In front?', 'front');
  ask(1, 'Behind?', 'behind');
  await expect.poll(() => asked).toEqual(['In front?', 'Behind?']);
  agent.session.cancel();
  // Those that come before the agent has stopped, too.
  ask(2, 'Late?', 'front');
  await agent.flush();
  const early = answers(agent.received);
  expect(new Set(early)).toEqual(new Set([0, 2].map((id) => ({ jsonrpc: '2.0', id, result: cancelledOutcome }))));
  expect([asked, signals.map(({ aborted }) => aborted)]).toEqual([
    ['In front?', 'Behind?'],
    [true, false],
  ]);
  expect(agent.session.state.permissions.map(({ requestId }) => requestId)).toEqual([1]);
  agent.voice.update(idle('cancelled', { background: [{ type: 'tool_call', toolCallId: 'behind' }] }));
  expect(await turn).toEqual(cancelled);
  decide('yes');
  await expect.poll(() => answers(agent.received).length).toBe(3);
  expect(answers(agent.received)[2]).toMatchObject({
    id: 1,
    result: { outcome: { outcome: 'selected', optionId: 'yes' } },
  });
});

test('[N64] the questions of the next prompt are asked again', async () => {
  const asked: string[] = [];
  const requestPermission = ({ title }: { readonly title: string }): string => {
    asked.push(title);
    return 'yes';
  };
  await using agent = await opened({}, { requestPermission });
  const one = agent.session.prompt('one');
  const first = await prompted(agent);
  agent.session.cancel();
  agent.voice.refuse(first, { code: -32800, message: 'cancelled' });
  expect(await one).toEqual(cancelled);
  const two = agent.session.prompt('two');
  insert(agent.voice, await prompted(agent, 2), 'u2');
  agent.voice.ask(0, 'session/request_permission', { sessionId: 's', title: 'May I?', options });
  await expect.poll(() => asked).toEqual(['May I?']);
  agent.voice.update(idle('end_turn'));
  expect(await two).toEqual({ stopReason: 'end_turn' });
});

test('[N64] the questions of work that nobody asked for are asked after a cancelled prompt', async () => {
  await using agent = await opened({}, { requestPermission: () => 'yes' });
  const turn = agent.session.prompt('go');
  const prompt = await prompted(agent);
  agent.session.cancel();
  agent.voice.refuse(prompt, { code: -32800, message: 'cancelled' });
  expect(await turn).toEqual(cancelled);
  agent.voice.update(state('running'));
  agent.voice.ask(0, 'session/request_permission', { sessionId: 's', title: 'May I?', options });
  await expect.poll(() => answers(agent.received).length).toBe(1);
  expect(answers(agent.received)).toMatchObject([{ result: { outcome: { outcome: 'selected' } } }]);
});

test('[N64] a question that the agent withdraws is answered as cancelled, and a late withdrawal changes nothing', async () => {
  let decide = (_: string): void => {};
  await using agent = await opened({}, { requestPermission: () => new Promise((resolve) => (decide = resolve)) });
  agent.voice.ask('q', 'session/request_permission', { sessionId: 's', title: 'May I?', options });
  await until(agent.session, () => agent.session.state.permissions.length === 1);
  agent.voice.ask(undefined, '$/cancel_request', { requestId: 'q' });
  await until(agent.session, () => agent.session.state.permissions.length === 0);
  await agent.flush();
  expect(answers(agent.received)).toMatchObject([{ id: 'q', result: cancelledOutcome }]);
  decide('yes');
  agent.voice.ask('r', 'session/request_permission', { sessionId: 's', title: 'And now?', options });
  await until(agent.session, () => agent.session.state.permissions.length === 1);
  decide('yes');
  await expect.poll(() => answers(agent.received).length).toBe(2);
  agent.voice.ask(undefined, '$/cancel_request', { requestId: 'r' });
  await agent.flush();
  expect(answers(agent.received).slice(1)).toMatchObject([
    { id: 'r', result: { outcome: { outcome: 'selected', optionId: 'yes' } } },
  ]);
  expect(await now(agent.flush())).toBe(undefined);
});
