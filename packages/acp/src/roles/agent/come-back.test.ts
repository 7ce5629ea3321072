import { expect, test } from 'vitest';
import type { LogEvent } from '../../log/event.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { memoryPair } from '../../transport/memory-pair.ts';
import { tap } from '../../transport/tap.ts';
import type { Client } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ClientOptions } from '../client/options.ts';
import type { ClientSession } from '../client/session.ts';
import { countingIds } from '../test-support/pair.ts';
import { until } from '../test-support/until.ts';
import { type Agent, agent } from './agent.ts';
import type { AsyncAgentDefinition } from './definition.ts';
import { serve } from './serve.ts';
import type { Turn } from './turn.ts';

const cwd = '/project';

interface Visit {
  readonly client: Client;
  /** Ends the connection as a network does, from which nobody says goodbye. */
  readonly leave: () => Promise<void>;
}

/** Connects a client to an agent whose turns finish without it. */
async function visit(served: Agent, prefers: 'june' | 'november', options: ClientOptions = {}): Promise<Visit> {
  const [near, far] = memoryPair();
  serve(served, far, { whenClientLeaves: 'finish' });
  const client = await connect(near, { prefers, ...options });
  return {
    client,
    async leave() {
      await near.close();
      await client.closed;
    },
  };
}

/** An agent whose turns say a word, wait for `goOn`, and say another. */
function patient(extra: Partial<AsyncAgentDefinition> = {}) {
  const log = new MemoryLog();
  const turns: Turn[] = [];
  let goOn = () => {};
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const served = agent({
    sessions: { log, now: () => 1 },
    mintId: countingIds(),
    async prompt(turn) {
      turns.push(turn);
      const message = turn.message({ id: `said-${turn.text}` });
      await message.append('before ');
      await mayGoOn;
      await message.append('after');
    },
    ...extra,
  });
  return { log, turns, served, goOn };
}

/** The texts of a session by message. */
function textsOf({ state }: ClientSession): readonly unknown[] {
  return state.messages.toArray().map(({ kind, content }) => [
    kind,
    content
      .toArray()
      .map((block) => ('text' in block ? block.text : block.type))
      .join(''),
  ]);
}

function says(session: ClientSession, word: string): boolean {
  return JSON.stringify(textsOf(session)).includes(word);
}

const gist = (event: LogEvent): unknown =>
  event.type === 'update' ? event.update.sessionUpdate : event.type === 'turn_ended' ? [event.stopReason] : event.type;

test.each(['june', 'november'] as const)(
  '[RO80] a turn runs on without its %s client, and one that comes back gets what was said and what follows',
  async (dialect) => {
    const { log, turns, served, goOn } = patient();
    const first = await visit(served, dialect);
    const session = await first.client.newSession({ cwd });
    const lost = session.prompt('one');
    await until(session, () => says(session, 'before'));
    await first.leave();
    await expect(lost).rejects.toMatchObject({ reason: 'ended' });

    const second = await visit(served, dialect);
    const back = await second.client.loadSession({ sessionId: session.id, cwd });
    expect(textsOf(back)).toEqual([
      ['user', 'one'],
      ['agent', 'before '],
    ]);
    if (dialect === 'november') expect(back.state.activity.state).toBe('running');
    goOn();
    await until(back, () => says(back, 'after'));
    expect(textsOf(back)).toEqual([
      ['user', 'one'],
      ['agent', 'before after'],
    ]);
    if (dialect === 'november') await until(back, () => back.state.activity.stopReason === 'end_turn');
    expect(turns.map(({ signal }) => signal.aborted)).toEqual([false]);
    expect((await back.prompt('two')).stopReason).toBe('end_turn');
    const entries = (await entriesOf(log, session.id)).map(({ event }) => gist(event));
    expect(entries.filter((entry) => entry === 'opened' || Array.isArray(entry))).toEqual([
      'opened',
      ['end_turn'],
      ['end_turn'],
    ]);
    await second.leave();
  },
);

test.each(['june', 'november'] as const)(
  '[RO80] prompts that wait run for the %s client that came back, too',
  async (dialect) => {
    const { turns, served, goOn } = patient();
    const first = await visit(served, dialect);
    const session = await first.client.newSession({ cwd });
    const lost = [session.prompt('one'), session.prompt('two')].map((handle) => handle.catch(() => {}));
    await until(session, () => says(session, 'before'));
    await first.leave();
    await Promise.all(lost);
    const second = await visit(served, dialect);
    const back = await second.client.loadSession({ sessionId: session.id, cwd });
    goOn();
    const third = back.prompt('three');
    expect((await third).stopReason).toBe('end_turn');
    // A November client keeps prompts that wait to itself until the one before has ended.
    const waited =
      dialect === 'june'
        ? [
            ['user', 'two'],
            ['agent', 'before after'],
          ]
        : [];
    expect(textsOf(back)).toEqual([
      ...[
        ['user', 'one'],
        ['agent', 'before after'],
      ],
      ...waited,
      ...[
        ['user', 'three'],
        ['agent', 'before after'],
      ],
    ]);
    expect(turns.map(({ signal }) => signal.aborted)).toEqual(turns.map(() => false));
    await second.leave();
  },
);

test.each(['june', 'november'] as const)(
  '[RO81] the %s client that came back is asked, and can cancel',
  async (dialect) => {
    let reached = () => {};
    const hasReached = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const { turns, served, goOn } = patient();
    const asking = agent({
      ...served.definition,
      async prompt(turn) {
        await served.definition.prompt(turn);
        const { outcome } = await turn.requestPermission({ toolCallId: 'call', title: 'Publish' });
        await turn.message({ id: 'answer' }).append(JSON.stringify(outcome));
        reached();
        await new Promise((resolve) => turn.signal.addEventListener('abort', resolve));
      },
    });
    const first = await visit(asking, dialect);
    const session = await first.client.newSession({ cwd });
    const lost = session.prompt('one').catch(() => {});
    await until(session, () => says(session, 'before'));
    await first.leave();
    await lost;
    const second = await visit(asking, dialect, { requestPermission: () => 'allow' });
    const back = await second.client.loadSession({ sessionId: session.id, cwd });
    goOn();
    await hasReached;
    await until(back, () => says(back, 'allow'));
    // A June client does not know that something runs, so it is asked to cancel all the same.
    if (dialect === 'june') await second.client.notify('session/cancel', { sessionId: back.id });
    else back.cancel();
    await until(back, () => dialect === 'june' || back.state.activity.stopReason === 'cancelled');
    const [turn] = turns;
    await turn?.session.turns.quiet();
    expect(String(turn?.signal.reason)).toBe('AbortError: The client cancelled the turn.');
    await second.leave();
  },
);

test('[RO80] a load that fails leaves the turn running, and so does a client that leaves while it loads', async () => {
  let loads = 0;
  let began = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const { log, turns, served, goOn } = patient({
    async loadSession() {
      loads += 1;
      if (loads > 1) return;
      began();
      await new Promise(() => {});
    },
  });
  const first = await visit(served, 'november');
  const session = await first.client.newSession({ cwd });
  const lost = session.prompt('one').catch(() => {});
  await until(session, () => says(session, 'before'));
  await first.leave();
  await lost;
  const second = await visit(served, 'november');
  await expect(second.client.loadSession({ sessionId: session.id, cwd: '/elsewhere' })).rejects.toMatchObject({
    code: -32602,
  });
  const stuck = second.client.loadSession({ sessionId: session.id, cwd });
  await hasBegun;
  await second.leave();
  await expect(stuck).rejects.toMatchObject({ reason: 'ended' });
  const third = await visit(served, 'november');
  const back = await third.client.loadSession({ sessionId: session.id, cwd });
  goOn();
  await until(back, () => back.state.activity.stopReason === 'end_turn');
  expect(textsOf(back)).toEqual([
    ['user', 'one'],
    ['agent', 'before after'],
  ]);
  expect(turns.map(({ signal }) => signal.aborted)).toEqual([false]);
  expect((await entriesOf(log, session.id)).map(({ event }) => gist(event)).at(-1)).toEqual(['end_turn']);
  await third.leave();
});

test('[RO80] what is said while the history is sent comes after the answer to the load, and the turn waits for it', async () => {
  let began = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    began = resolve;
  });
  let mayEnd = () => {};
  const end = new Promise<void>((resolve) => {
    mayEnd = resolve;
  });
  const { served, goOn } = patient({
    async loadSession() {
      began();
      await end;
    },
  });
  const first = await visit(served, 'june');
  const session = await first.client.newSession({ cwd });
  const lost = session.prompt('one').catch(() => {});
  await until(session, () => says(session, 'before'));
  await first.leave();
  await lost;
  const [near, far] = memoryPair();
  const frames: string[] = [];
  serve(served, far, { whenClientLeaves: 'finish' });
  const watched = tap(near, (direction, frame) => {
    if (direction === 'received') frames.push(String(frame));
  });
  const client = await connect(watched, { prefers: 'june' });
  const loading = client.loadSession({ sessionId: session.id, cwd });
  await hasBegun;
  goOn();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(frames.filter((frame) => frame.includes('after'))).toEqual([]);
  mayEnd();
  const back = await loading;
  await until(back, () => says(back, 'after'));
  expect(
    frames.map((frame) => (frame.includes('"result"') ? 'answer' : /"text":"(before|after|one)/.exec(frame)?.[1])),
  ).toEqual(['answer', 'one', 'before', 'answer', 'after']);
  await client.close();
});

test('[RO80] a session is joined while the turn of another client runs, which gets the end of its prompt, and both go on', async () => {
  const { turns, served, goOn } = patient();
  const [near, far] = memoryPair();
  serve(served, far, { whenClientLeaves: 'finish' });
  const client = await connect(near, { prefers: 'june' });
  const session = await client.newSession({ cwd });
  const running = session.prompt('one');
  await until(session, () => says(session, 'before'));
  const second = await visit(served, 'june');
  const back = await second.client.loadSession({ sessionId: session.id, cwd });
  goOn();
  expect(await running).toEqual({ stopReason: 'end_turn' });
  await until(back, () => says(back, 'after'));
  expect(textsOf(back)).toEqual([
    ['user', 'one'],
    ['agent', 'before after'],
  ]);
  expect(turns.map(({ signal }) => signal.aborted)).toEqual([false]);
  expect((await session.prompt('two')).stopReason).toBe('end_turn');
  expect((await back.prompt('three')).stopReason).toBe('end_turn');
  await until(session, () => textsOf(session).length === 6);
  expect(textsOf(session)).toEqual(textsOf(back));
  await client.close();
  await second.leave();
});

test('[RO90] [X2] a session whose client is still there is taken over on demand, and its turn is cancelled', async () => {
  const { turns, served, goOn } = patient();
  const first = await visit(served, 'june');
  const session = await first.client.newSession({ cwd });
  const running = session.prompt('one');
  await until(session, () => says(session, 'before'));
  const second = await visit(served, 'june');
  const back = await second.client.loadSession({ sessionId: session.id, cwd, _meta: { 'emend/force': true } });
  goOn();
  expect(await running).toEqual({ stopReason: 'cancelled' });
  expect(turns.map(({ signal }) => String(signal.reason))).toEqual(['AbortError: The session was opened elsewhere.']);
  expect(textsOf(back)).toEqual([
    ['user', 'one'],
    ['agent', 'before '],
  ]);
  await expect(session.prompt('two')).rejects.toMatchObject({ data: { failure: 'conflict' } });
  await first.leave();
  await second.leave();
});
