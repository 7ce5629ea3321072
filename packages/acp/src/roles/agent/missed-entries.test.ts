import { expect, test } from 'vitest';
import type { LogEvent } from '../../log/event.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import { foldedSession } from '../../session/folded.ts';
import { applyEvents } from '../../session/reduce/apply.ts';
import { newSessionState } from '../../session/state.ts';
import { tells } from '../test-support/patient-agent.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { said } from '../test-support/said.ts';
import { type Agent, agent } from './agent.ts';
import type { AsyncAgentDefinition } from './definition.ts';

const v2 = ['june', 'november'] as const;
type Draft = (typeof v2)[number];

/** What a client of a draft shows after updates. */
function shown(draft: Draft, updates: readonly Json[]): unknown {
  const events = updates
    .filter(({ sessionUpdate }) => sessionUpdate !== 'state_update')
    .map((update) => ({
      type: 'update' as const,
      update: update as unknown as SessionUpdate,
      ...(draft === 'november' && { dialect: draft }),
    }));
  const { diagnostics: _, ...folded } = foldedSession(applyEvents(newSessionState(), events));
  // How text is cut into blocks does not matter.
  return JSON.parse(JSON.stringify(folded).replaceAll('"},{"type":"text","text":"', ''));
}

/** An agent that streams, corrects, clears and asks, and is told to go on by the test. */
function busyAgent(extra: Partial<AsyncAgentDefinition> = {}): { readonly served: Agent; readonly log: MemoryLog } {
  const log = new MemoryLog();
  const served = agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      const message = turn.message();
      for (const word of ['The ', 'secret ', 'is ', turn.text]) await message.append(word);
      const call = turn.toolCall({ title: 'Look', kind: 'read', rawInput: { path: turn.text } });
      await call.update({ status: 'completed', rawInput: null });
      await message.replace(`Nothing about ${turn.text}`);
      await turn.thought({ content: 'hm' }).replace([]);
      await turn.info({ title: turn.text });
      await turn.usage({ used: turn.text.length, size: 10 });
    },
    ...extra,
  });
  return { served, log };
}

/** Opens a session after a position; resolves with the answer and with what came before it. */
async function after(client: RawClient, sessionId: string, position: unknown) {
  const from = client.received.length;
  const request = { sessionId, cwd: '/w', mcpServers: [], _meta: { 'emend/after': position } };
  const answer = await client.ask('session/resume', request);
  const updates = client.received.slice(from).flatMap(({ method, params }) => {
    return method === 'session/update' ? [(params as Json)['update'] as Json] : [];
  });
  return { answer, updates };
}

test.each(v2)(
  '[RO100] [X12] a %s client goes on after every position it was told of, and has what a load tells',
  async (draft) => {
    const { served, log } = busyAgent();
    const first = await rawClientOf(served, draft, { meta: { 'emend/shared': 1 } });
    const sessionId = await first.open();
    /** What the client had when it was told a position. */
    const known: { readonly position: number; readonly had: readonly Json[] }[] = [];
    for (const text of ['one', 'two', 'three']) {
      await first.ask('session/prompt', textPrompt(sessionId, text));
      const isOver = ({ method, params }: Json) =>
        method === '_emend/turn' && JSON.stringify(params).includes('"ended"');
      await expect.poll(() => first.received.filter(isOver).length).toBe(known.length + 1);
      const { position } = (first.received.findLast(isOver)?.['params'] ?? {}) as { readonly position: number };
      known.push({ position, had: first.updates() });
    }
    const end = ((await log.find(sessionId))?.position ?? 0) - 1;
    expect(known.map(({ position }) => position).at(-1)).toBe(end);
    for (const isLive of [true, false]) {
      if (!isLive) await first.close();
      const whole = await rawClientOf(served, draft);
      await whole.load(sessionId);
      const wanted = shown(draft, whole.updates());
      if (!isLive) await whole.close();
      for (const { position, had } of known) {
        const client = await rawClientOf(served, draft);
        const { answer, updates } = await after(client, sessionId, position);
        const { 'emend/position': told, ...rest } = answer['_meta'] as Json;
        // Opening a session again is an entry, and joining one is none.
        expect([isLive ? told : Number(told) >= end, rest]).toEqual([isLive ? end : true, {}]);
        expect(shown(draft, [...had, ...updates])).toEqual(wanted);
        await client.close();
      }
      if (isLive) await whole.close();
    }
  },
);

test.each(v2)(
  '[RO100] [X12] a %s client goes on after every position that there is, in a live session and in a stored one, and has what a load tells',
  async (draft) => {
    const { served, log } = busyAgent();
    const entries: LogEvent[] = [];
    const append = log.append.bind(log);
    log.append = (sessionId, events, condition) => {
      entries.push(...events);
      return append(sessionId, events, condition);
    };
    const first = await rawClientOf(served, draft);
    const sessionId = await first.open();
    for (const text of ['one', 'two']) await first.ask('session/prompt', textPrompt(sessionId, text));
    await first.ask('session/list', {});
    const end = ((await log.find(sessionId))?.position ?? 0) - 1;
    expect(entries.length).toBe(end + 1);
    const all = first.updates().filter(({ sessionUpdate }) => sessionUpdate !== 'state_update');
    expect(entries.filter(({ type }) => type === 'update').length).toBe(all.length);
    /** What the client had when the entry at a position was the last one. */
    const hadAt = (position: number) =>
      all.slice(0, entries.slice(0, position + 1).filter(({ type }) => type === 'update').length);
    const wanted = shown(draft, all);
    const wentOn: number[] = [];
    for (const isLive of [true, false]) {
      if (!isLive) await first.close();
      for (let position = 0; position <= end; position++) {
        const client = await rawClientOf(served, draft);
        const { answer, updates } = await after(client, sessionId, position);
        const isWhole = (answer['_meta'] as Json)['emend/replayed'] === 'all';
        const has = isWhole ? updates : [...hadAt(position), ...updates];
        expect([position, shown(draft, has)]).toEqual([position, wanted]);
        if (!isWhole) wentOn.push(position);
        await client.close();
      }
    }
    // Nearly everywhere it can.
    expect(wentOn.length).toBeGreaterThan(1.5 * end);
  },
);

test('[RO100] [X12] who cannot go on after a position gets everything, and is told so', async () => {
  const { served, log } = busyAgent();
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  await first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const end = ((await log.find(sessionId))?.position ?? 0) - 1;
  const wanted = ['user: one', 'agent: Nothing about one'];
  for (const position of [end + 1, -1, 1.5, '0', true]) {
    const client = await rawClientOf(served, 'june');
    const { answer, updates } = await after(client, sessionId, position);
    expect(answer['_meta']).toEqual({ 'emend/position': end, 'emend/replayed': 'all' });
    expect(said(updates)).toEqual(wanted);
    await client.close();
  }
  // A v1 client could only add to what it has.
  const old = await rawClientOf(served, 'v1');
  const { answer, updates } = await after(old, sessionId, end);
  expect(answer['_meta']).toEqual({ 'emend/position': end, 'emend/replayed': 'all' });
  expect(said(updates)).toEqual(wanted);
  const current = await rawClientOf(served, 'june');
  expect((await after(current, sessionId, end)).updates).toEqual([]);
  await Promise.all([first, old, current].map((client) => client.close()));
});

test('[RO100] [X12] nothing of a running stream is lost or doubled for who goes on in the middle of it', async () => {
  const words = Array.from({ length: 120 }, (_, index) => `${index} `);
  const { served } = busyAgent({
    async prompt(turn) {
      if (turn.text === 'before') return;
      const message = turn.message();
      for (const word of words) {
        await message.append(word);
        await new Promise(setImmediate);
      }
    },
  });
  const meta = { 'emend/shared': 1 };
  const first = await rawClientOf(served, 'june', { meta });
  const sessionId = await first.open();
  await first.ask('session/prompt', textPrompt(sessionId, 'before'));
  const turn = first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const joined: RawClient[] = [];
  for (const [index, word] of ['3 ', '40 ', '41 ', '90 '].entries()) {
    await first.until(tells(`"${word}"`));
    const client = await rawClientOf(served, v2[index % 2] as Draft);
    joined.push(client);
    // What it had: the first turn, which is one message.
    const { answer } = await after(client, sessionId, 2);
    expect(answer['_meta']).toEqual({ 'emend/position': expect.any(Number) });
  }
  await turn;
  for (const client of joined) {
    await client.until(tells('119 '));
    expect(said(client.updates())).toEqual(['user: one', `agent: ${words.join('')}`]);
  }
  await Promise.all([first, ...joined].map((client) => client.close()));
});

test('[RO100] [X12] prompts that the agent does not repeat are told as a load tells them', async () => {
  const { served, log } = busyAgent({ acknowledgesPrompts: false });
  const first = await rawClientOf(served, 'june');
  const sessionId = await first.open();
  await first.ask('session/prompt', textPrompt(sessionId, 'one'));
  const position = ((await log.find(sessionId))?.position ?? 0) - 1;
  const client = await rawClientOf(served, 'june');
  await client.load(sessionId);
  const had = client.updates();
  await first.ask('session/prompt', textPrompt(sessionId, 'two'));
  await client.close();
  const again = await rawClientOf(served, 'june');
  const { updates } = await after(again, sessionId, position);
  const whole = await rawClientOf(served, 'june');
  await whole.load(sessionId);
  expect(shown('june', [...had, ...updates])).toEqual(shown('june', whole.updates()));
  await Promise.all([first, again, whole].map((each) => each.close()));
});
