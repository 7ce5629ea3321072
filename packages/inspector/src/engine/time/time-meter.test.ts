import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counts } from '../../../../../test/support/counts.ts';
import type { TimeView } from '../../api/time-view.ts';
import { PlainRecording } from '../plain-recording.ts';
import { RecordingTimes } from './recording-times.ts';
import { type TimedFrame, TimeMeter } from './time-meter.ts';

function viewOf(frames: readonly TimedFrame[], turnsEndBy: 'answer' | 'idle' = 'answer'): TimeView {
  const meter = new TimeMeter(turnsEndBy);
  for (const frame of frames) meter.take(frame);
  return meter.view;
}

const request = (frame: number, at: number, method: string, session?: string): TimedFrame => ({
  frame,
  at,
  from: 'client',
  kind: 'request',
  method,
  session,
  size: 10,
});
const answer = (frame: number, at: number, answers: number, kind: 'response' | 'error' = 'response'): TimedFrame => ({
  frame,
  at,
  from: 'agent',
  kind,
  size: 10,
  answers,
});
const word = (frame: number, at: number, session: string): TimedFrame => ({
  frame,
  at,
  from: 'agent',
  kind: 'update',
  session,
  size: 10,
  isWord: true,
});

const idle = (frame: number, at: number, session: string): TimedFrame => ({
  frame,
  at,
  from: 'agent',
  kind: 'update',
  session,
  size: 10,
  isIdle: true,
});

test('[IP90] requests, rates and first words of a short recording', () => {
  expect(
    viewOf([
      request(1, 0, 'initialize'),
      answer(2, 3, 1),
      request(3, 10, 'session/prompt', 's'),
      word(4, 25, 's'),
      word(5, 30, 's'),
      answer(6, 40, 3, 'error'),
      request(7, 50, 'session/list'),
    ]),
  ).toEqual({
    isTimed: true,
    duration: 50,
    spans: [
      { frame: 1, method: 'initialize', from: 'client', start: 0, end: 3, answer: 2, isError: false },
      {
        frame: 3,
        method: 'session/prompt',
        from: 'client',
        session: 's',
        start: 10,
        end: 40,
        answer: 6,
        isError: true,
      },
      { frame: 7, method: 'session/list', from: 'client', start: 50, isError: false },
    ],
    spanCount: 3,
    methods: [
      { method: 'initialize', count: 1, median: 3, slowest: 3, unanswered: 0 },
      { method: 'session/list', count: 1, median: 0, slowest: 0, unanswered: 1 },
      { method: 'session/prompt', count: 1, median: 30, slowest: 30, unanswered: 0 },
    ],
    step: 1,
    updates: Array.from({ length: 51 }, (_, at) => (at === 25 || at === 30 ? 1 : 0)),
    bytes: Array.from({ length: 51 }, (_, at) => ([0, 3, 10, 25, 30, 40, 50].includes(at) ? 10 : 0)),
    firstWords: [{ frame: 3, elapsed: 15 }],
    firstWord: { count: 1, median: 15, slowest: 15 },
    turn: { count: 1, median: 30, slowest: 30 },
  });
});

test('[IP90] frames without a time, or with one that is none, are not measured', () => {
  const { at: _, ...untimed } = request(1, 0, 'a');
  const nothing = viewOf([untimed, request(2, -1, 'a'), request(3, Number.POSITIVE_INFINITY, 'a')]);
  expect([nothing.isTimed, nothing.spanCount, nothing.updates]).toEqual([false, 0, []]);
});

test('[IP91] the first word belongs to the prompt of its session that waits for it', () => {
  const { firstWords } = viewOf([
    request(1, 0, 'session/prompt', 'a'),
    request(2, 1, 'session/prompt', 'b'),
    // Sent while the first one runs.
    request(3, 2, 'session/prompt', 'a'),
    word(4, 5, 'b'),
    answer(5, 6, 2),
    word(6, 7, 'b'),
    word(7, 9, 'a'),
    answer(8, 9, 1),
    // A turn without a word.
    request(9, 10, 'session/prompt', 'a'),
    answer(10, 11, 9),
    // After the end of the turn.
    word(11, 15, 'a'),
    request(12, 20, 'session/prompt', 'a'),
    word(13, 24, 'a'),
  ]);
  expect(firstWords).toEqual([
    { frame: 1, elapsed: 9 },
    { frame: 2, elapsed: 4 },
    { frame: 12, elapsed: 4 },
  ]);
});

test('[IP91] in November a turn lasts until the agent is idle, and what it says after that is no answer', () => {
  const frames: readonly TimedFrame[] = [
    request(1, 0, 'session/prompt', 's'),
    answer(2, 3, 1),
    // Sent while the first one runs, and accepted after it.
    request(3, 10, 'session/prompt', 's'),
    word(4, 20, 's'),
    idle(5, 26, 's'),
    answer(6, 27, 3),
    idle(7, 40, 's'),
    word(8, 41, 's'),
    // A turn without a word.
    request(9, 50, 'session/prompt', 's'),
    answer(10, 51, 9),
    idle(11, 60, 's'),
    word(12, 70, 's'),
    // One that is refused, and one that is answered after the work.
    request(13, 100, 'session/prompt', 's'),
    answer(14, 101, 13, 'error'),
    request(15, 200, 'session/prompt', 's'),
    word(16, 205, 's'),
    idle(17, 250, 's'),
    answer(18, 251, 15),
    // One that does not end.
    request(19, 300, 'session/prompt', 's'),
    answer(20, 301, 19),
  ];
  const { turn, firstWords } = viewOf(frames, 'idle');
  // 26, 30, 10, 1 and 50 ms.
  expect({ turn, firstWords }).toEqual({
    turn: { count: 5, median: 26, slowest: 50 },
    firstWords: [
      { frame: 1, elapsed: 20 },
      { frame: 15, elapsed: 5 },
    ],
  });
  // 3, 17, 1, 1, 51 and 1 ms.
  expect(viewOf(frames).turn).toEqual({ count: 6, median: 2, slowest: 51 });
});

test.each([
  ['november', { messageId: 'u' }, 26],
  ['june', { stopReason: 'end_turn' }, 3],
])('[IP91] a turn of %s ends as its dialect says', async (dialect, result, median) => {
  const rpc = (at: number, from: string, message: object) =>
    JSON.stringify({ at, from, message: { jsonrpc: '2.0', ...message } });
  const update = (at: number, state: string) =>
    rpc(at, 'agent', {
      method: 'session/update',
      params: { sessionId: 's', update: { sessionUpdate: 'state_update', state, stopReason: 'end_turn' } },
    });
  const prompt = { sessionId: 's', prompt: [{ type: 'text', text: 'Go' }] };
  const recording = new PlainRecording(
    [
      rpc(0, 'client', { id: 1, method: 'session/prompt', params: prompt }),
      rpc(3, 'agent', { id: 1, result }),
      ...(dialect === 'november' ? [update(4, 'running'), update(26, 'idle')] : []),
    ],
    { source: { kind: 'file', name: 'r' }, isLive: false },
  );
  const { turn } = await new RecordingTimes(recording).view();
  expect([recording.dialect, turn]).toEqual([dialect, { count: 1, median, slowest: median }]);
});

/** Random frames: requests of three methods, answers to open ones, updates. */
const recordings = fc
  .array(
    fc.record({
      pause: fc.integer({ min: 0, max: 900 }),
      what: fc.constantFrom('request', 'answer', 'update', 'update'),
      pick: fc.nat(),
      size: fc.integer({ min: 0, max: 5000 }),
    }),
    { maxLength: 900 },
  )
  .map((steps) => {
    let at = 0;
    const open: number[] = [];
    return steps.map(({ pause, what, pick, size }, index): TimedFrame => {
      at += pause;
      const frame = index + 1;
      if (what === 'answer' && open.length > 0) {
        const [answers] = open.splice(pick % open.length, 1);
        return { frame, at, from: 'agent', kind: pick % 5 === 0 ? 'error' : 'response', size, answers };
      }
      if (what === 'update') return { frame, at, from: 'agent', kind: 'update', session: 's', size };
      open.push(frame);
      return { frame, at, from: 'client', kind: 'request', method: `m${pick % 3}`, size };
    });
  });

test('[IP92] times and rates are those of a plain count over all frames, whatever was left out of the list', () => {
  fc.assert(
    fc.property(recordings, (frames) => {
      const view = viewOf(frames);
      const requests = frames.filter(({ kind }) => kind === 'request');
      const ends = new Map(frames.flatMap((frame) => (frame.answers === undefined ? [] : [[frame.answers, frame]])));
      const methods = [...new Set(requests.map(({ method }) => method))].map((method) => {
        const own = requests.filter((one) => one.method === method);
        const times = own
          .flatMap(({ frame, at = 0 }) => (ends.has(frame) ? [(ends.get(frame)?.at ?? 0) - at] : []))
          .sort((one, other) => one - other);
        const half = times.length / 2;
        const middle = times.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
        const median = times.length === 0 ? 0 : middle.reduce((sum, time) => sum + time, 0) / middle.length;
        // No more than 1 % of them took longer.
        const slowest = times.find((time) => times.filter((other) => other > time).length <= times.length / 100) ?? 0;
        return { method, count: own.length, median, slowest, unanswered: own.length - times.length };
      });
      const byName = (one: { method?: string | undefined }, other: { method?: string | undefined }) =>
        String(one.method) < String(other.method) ? -1 : 1;
      expect([...view.methods].sort(byName)).toEqual(methods.sort(byName));
      expect(view.spanCount).toBe(requests.length);
      const length = Math.floor(view.duration / view.step) + (frames.length === 0 ? 0 : 1);
      const steps = Array.from({ length }, (_, step) =>
        frames.filter(({ at = 0 }) => Math.floor(at / view.step) === step),
      );
      expect(view.updates).toEqual(steps.map((some) => some.filter(({ kind }) => kind === 'update').length));
      expect(view.bytes).toEqual(steps.map((some) => some.reduce((sum, { size }) => sum + size, 0)));
      expect(length).toBeLessThanOrEqual(240);
      const listed = new Set(view.spans.map(({ frame }) => frame));
      const lengthOf = ({ frame, at = 0 }: TimedFrame) => (ends.get(frame)?.at ?? 0) - at;
      const answered = requests.filter(({ frame }) => ends.has(frame));
      const shortest = Math.min(...answered.filter(({ frame }) => listed.has(frame)).map(lengthOf));
      expect(answered.filter((one) => !listed.has(one.frame) && lengthOf(one) > shortest)).toEqual([]);
      expect(view.spans.length).toBe(Math.min(400, view.spans.length));
      if (requests.length <= 200) expect(view.spans.length).toBe(requests.length);
    }),
    { numRuns: counts({ short: 60, long: 2000 }) },
  );
});

test('[IP92] a million frames leave a bounded view', () => {
  const meter = new TimeMeter('answer');
  const total = counts({ short: 60_000, long: 1_000_000 });
  for (let frame = 1; frame <= total; frame += 1) meter.take(request(frame, frame, `m${frame}`, `s${frame}`));
  const { spans, methods, updates, spanCount } = meter.view;
  expect([spans.length, methods.length, spanCount]).toEqual([400, 201, total]);
  expect(updates.length).toBeLessThanOrEqual(240);
});
