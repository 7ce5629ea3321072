import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import { MemoryLog } from '../../log/memory-log.ts';
import { entriesOf } from '../../testing/log-sessions.ts';
import { type Json, type RawClient, rawClientOf, textPrompt } from '../test-support/raw-client.ts';
import { agent } from './agent.ts';
import type { AccessScope } from './client-access.ts';
import { serve } from './serve.ts';

const minute = 60_000;
const serving = { whenClientLeaves: 'finish', unattended: { rejectAfter: minute } } as const;
const isQuestion = ({ method }: Json): boolean => method === 'session/request_permission';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An agent that has asked a question, whose only client has then left. */
async function askedAndLeft() {
  const log = new MemoryLog();
  const heard: unknown[] = [];
  const served = agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      const { outcome } = await turn.requestPermission({ toolCallId: 'c', title: 'Publish' });
      heard.push('optionId' in outcome ? outcome.optionId : outcome.outcome);
    },
  });
  const first = await rawClientOf(served, 'june', { serving });
  const sessionId = await first.open();
  void first.ask('session/prompt', textPrompt(sessionId, 'one'));
  await first.until(isQuestion);
  expect(vi.getTimerCount()).toBe(0);
  await first.close();
  await vi.advanceTimersByTimeAsync(0);
  const join = async (...access: readonly AccessScope[]): Promise<RawClient> => {
    const client = await rawClientOf(served, 'june', { serving: { ...serving, access } });
    await client.load(sessionId);
    return client;
  };
  return { log, heard, sessionId, join, events: first.events };
}

test('[RO95] [RO143] [X17] with rejectAfter, a question that nobody has been there for is answered cancelled after that time', async () => {
  const { log, heard, sessionId, events } = await askedAndLeft();
  await vi.advanceTimersByTimeAsync(minute - 1);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([heard, vi.getTimerCount()]).toEqual([['cancelled'], 0]);
  expect(events.filter(({ type }) => type === 'permission-failed')).toEqual([
    {
      type: 'permission-failed',
      sessionId,
      toolCallId: 'c',
      isUnattended: true,
      error: new ConnectionError('ended', 'No client is there to answer.'),
    },
  ]);
  const entries = (await entriesOf(log, sessionId)).map(({ event }) => event);
  expect(entries.filter(({ type }) => type === 'permission_answered')).toEqual([
    {
      type: 'permission_answered',
      requestId: expect.any(String),
      outcome: { outcome: 'cancelled' },
      by: { client: 'unattended' },
    },
  ]);
});

test('[RO95] [X17] whoever joins is asked and stops the clock, which begins anew when nobody is left', async () => {
  const { heard, sessionId, join } = await askedAndLeft();
  await vi.advanceTimersByTimeAsync(minute - 1);
  const observer = await join('observe');
  const second = await join('prompt', 'approve');
  const question = await second.until(isQuestion);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect([heard, vi.getTimerCount()]).toEqual([[], 0]);
  // It cannot answer. That it leaves later changes nothing.
  second.reply(question, { error: { code: -32601, message: 'Method not found' } });
  await second.ask('session/list', {});
  await vi.advanceTimersByTimeAsync(minute / 2);
  await second.ask('session/close', { sessionId });
  await vi.advanceTimersByTimeAsync(minute / 2 - 1);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['cancelled']);
  await Promise.all([observer.close(), second.close()]);
});

test('[RO95] who may only watch does not stop the clock, and an answer does for good', async () => {
  const { heard, join } = await askedAndLeft();
  await vi.advanceTimersByTimeAsync(minute / 2);
  const observer = await join('observe');
  expect(vi.getTimerCount()).toBe(1);
  const second = await join('prompt', 'approve');
  second.reply(await second.until(isQuestion), { result: { outcome: { outcome: 'selected', optionId: 'allow' } } });
  await second.ask('session/list', {});
  await second.close();
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect([heard, vi.getTimerCount()]).toEqual([['allow'], 0]);
  await observer.close();
});

test('[RO95] the end of a turn stops the clock', async () => {
  const { heard, sessionId, join } = await askedAndLeft();
  const other = await join('prompt');
  expect(vi.getTimerCount()).toBe(1);
  other.notify('session/cancel', { sessionId });
  await other.ask('session/list', {});
  expect([heard, vi.getTimerCount()]).toEqual([['cancelled'], 0]);
  await other.close();
});

test.each([Number.NaN, -1, 2 ** 31, Number.POSITIVE_INFINITY])(
  '[RO95] a time of %s is none that can be waited for',
  (rejectAfter) => {
    const frames = (async function* () {})();
    expect(() =>
      serve(agent({ prompt: async () => undefined }), { frames } as never, { unattended: { rejectAfter } }),
    ).toThrow(RangeError);
  },
);

test('[RO95] [RO143] an elicitation that nobody has been there for is over in the log as nobody’s answer', async () => {
  const log = new MemoryLog();
  const heard: unknown[] = [];
  const served = agent({
    sessions: { log, now: () => 1 },
    async prompt(turn) {
      heard.push(await turn.elicit({ message: 'Who?', schema: { properties: { name: { type: 'string' } } } }));
    },
  });
  const client = await rawClientOf(served, 'june', { serving, capabilities: { elicitation: { form: {} } } });
  const sessionId = await client.open();
  void client.ask('session/prompt', textPrompt(sessionId, 'one'));
  await client.until(({ method }) => method === 'elicitation/create');
  await client.close();
  await vi.advanceTimersByTimeAsync(minute);
  expect(heard).toEqual([{ action: 'cancel' }]);
  const answers = (await entriesOf(log, sessionId))
    .map(({ event }) => event)
    .filter(({ type }) => type === 'elicitation_answered');
  const error = new ConnectionError('ended', 'No client is there to answer.');
  expect(answers).toEqual([
    { type: 'elicitation_answered', requestId: expect.any(String), by: { client: 'unattended' } },
  ]);
  expect(client.events).toContainEqual({ type: 'elicitation-failed', sessionId, error, isUnattended: true });
});
