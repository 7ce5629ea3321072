import type { Dialect } from '@emend/acp/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { counts } from '../../../../test/support/counts.ts';
import { anyRecording } from '../../../acp/src/recording/test-support/random-recordings.ts';
import type { Inspector, InspectorCall, InspectorCalls } from '../api/inspector.ts';
import type { Overview } from '../api/overview.ts';
import { MemoryBytes } from './byte-source.ts';
import { Inspection } from './inspection.ts';
import type { InspectionLimits } from './limits.ts';
import { PlainRecording } from './plain-recording.ts';
import { recordingInspector } from './recording-inspector.ts';

const numRuns = counts({ short: 12, long: 1_000 });
const origin = { source: { kind: 'command', name: 'r' }, isLive: true } as const;
const encoder = new TextEncoder();
const soon = (): Promise<void> => Promise.resolve();

async function ended(bytes: MemoryBytes, limits: Partial<InspectionLimits> = {}): Promise<Inspection> {
  const inspection = inspectionOf(bytes, limits);
  bytes.end();
  await inspection.grow();
  return inspection;
}

function inspectionOf(bytes: MemoryBytes, limits: Partial<InspectionLimits> = {}): Inspection {
  return new Inspection({ source: origin.source, bytes, limits, pause: soon });
}

/** What is asked, as a question of either inspector. */
type Question = { [Call in InspectorCall]: { call: Call; question: InspectorCalls[Call]['takes'] } }[InspectorCall];

const number = fc.nat({ max: 45 });
const filter = fc.constantFrom(
  '',
  'hello',
  'é',
  'HELLO -world',
  'method:chunk',
  '-method:session/update',
  'session:s1',
  'from:agent -is:update',
  'from:stderr',
  'id:1',
  '-id:1 is:request',
  'is:noise',
  'is:correction',
  'is:error',
  '"quoted',
  'odd:1',
);
const selection = fc.record({ filter, open: fc.array(number, { maxLength: 4 }) });
const session = fc.constantFrom('s1', 's1', 's2', '', 'nobody');
const range = fc.record({ start: fc.integer({ min: -3, max: 30 }), end: fc.integer({ min: -3, max: 45 }) });

const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
  fc.constant({ call: 'overview', question: {} } as const),
  fc.tuple(selection, range).map(([one, other]) => ({ call: 'rows', question: { ...one, ...other } }) as const),
  fc.tuple(selection, number).map(([one, frame]) => ({ call: 'place', question: { ...one, frame } }) as const),
  { weight: 3, arbitrary: number.map((frame) => ({ call: 'frame', question: { frame } }) as const) },
  range.map((question) => ({ call: 'times', question }) as const),
  {
    weight: 4,
    arbitrary: fc
      .tuple(number, session, range)
      .map(([frame, id, one]) => ({ call: 'conversation', question: { frame, session: id, ...one } }) as const),
  },
  fc
    .tuple(number, session, fc.constantFrom('agent m1', 'tool-call c1', 'prompt 0', 'plan p'))
    .map(([frame, id, key]) => ({ call: 'part', question: { frame, session: id, key } }) as const),
  range.map((question) => ({ call: 'problems', question }) as const),
  fc
    .tuple(number, fc.constantFrom<('next' | 'previous')[]>('next', 'previous'))
    .map(([frame, direction]) => ({ call: 'nextProblem', question: { frame, direction } }) as const),
);

async function answerOf(inspector: Inspector, { call, question }: Question): Promise<unknown> {
  for (;;) {
    try {
      const answer = await inspector.ask(call, question as never);
      if (call === 'rows' && !(answer as { isComplete: boolean }).isComplete) continue;
      return call === 'overview' ? { ...(answer as Overview), bytes: 0 } : answer;
    } catch (error) {
      return { failure: (error as Error).message };
    }
  }
}

/** Cuts bytes at random places, in characters and lines as well. */
function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  return places.slice(1).map((end, index) => bytes.subarray(places[index] ?? 0, end));
}

test('[IP8] however a recording is read and asked, the answers are those of the plain one', async () => {
  const limits = fc.constantFrom<Partial<InspectionLimits>[]>(
    { checkpoint: 1, block: 64 },
    { checkpoint: 5, block: 1_000 },
    { checkpoint: 7, block: 1 },
  );
  await fc.assert(
    fc.asyncProperty(
      anyRecording,
      fc.array(fc.nat(), { maxLength: 5 }),
      fc.array(anyQuestion, { minLength: 5, maxLength: 25 }),
      limits,
      async (texts, cuts, questions, chosen) => {
        const bytes = new MemoryBytes();
        const inspection = inspectionOf(bytes, chosen);
        const inspector = recordingInspector(inspection);
        const compare = async (known: readonly string[]): Promise<void> => {
          const told = recordingInspector(new PlainRecording(known, { ...origin, isLive: bytes.isLive }));
          for (const question of questions) {
            const got = await answerOf(inspector, question);
            const wanted = await answerOf(told, question);
            const unfinished = (got as Overview).leftOut?.filter((one) => !one.startsWith('The last line')) ?? [];
            expect(question.call === 'overview' ? { ...(got as Overview), leftOut: unfinished } : got).toEqual(wanted);
          }
        };
        for (const piece of pieces(encoder.encode(texts.map((text) => `${text}\n`).join('')), cuts)) {
          await bytes.append(piece);
          await inspection.grow();
          const all = new TextDecoder().decode(await bytes.read(0, bytes.size)).split('\n');
          // A line without its end counts if it is whole; the test of tails looks at that.
          await compare(all.slice(0, inspection.frames));
        }
        bytes.end();
        await inspection.grow();
        await compare(texts);
      },
    ),
    { numRuns },
  );
});

const message = (value: number) => `{"jsonrpc":"2.0","method":"_x","params":{"a":${value}}}`;

describe('[IP9] a line without its end', () => {
  const overviewAfter = async (...parts: readonly string[]) => {
    const bytes = new MemoryBytes();
    const inspection = inspectionOf(bytes);
    for (const part of parts) {
      await bytes.append(encoder.encode(part));
      await inspection.grow();
    }
    const { frames, leftOut } = inspection.overview();
    return { frames, leftOut, last: (await inspection.lines(frames, frames + 1))[0]?.text };
  };

  test('is a frame if it is a whole message', async () => {
    expect(await overviewAfter(`${message(1)}\n${message(2)}`)).toEqual({ frames: 2, leftOut: [], last: message(2) });
    expect(await overviewAfter(message(1), '\n', message(2))).toEqual({ frames: 2, leftOut: [], last: message(2) });
    expect(await overviewAfter(message(1), `\n${message(2)}\n`)).toEqual({ frames: 2, leftOut: [], last: message(2) });
  });

  test('waits for its end if it is not, and that is said', async () => {
    const leftOut = ['The last line has no end yet: 3 bytes are not shown.'];
    expect(await overviewAfter(`${message(1)}\n{"a`)).toEqual({ frames: 1, leftOut, last: message(1) });
    expect(await overviewAfter(`${message(1)}\n{"a`, '":1}')).toEqual({ frames: 2, leftOut: [], last: '{"a":1}' });
  });

  test('is read anew if it looked whole and goes on', async () => {
    const leftOut = ['The last line has no end yet: 60 bytes are not shown.'];
    expect(await overviewAfter(`${message(1)}\n${message(2)}`, ' more')).toEqual({
      frames: 1,
      leftOut: [leftOut[0]?.replace('60', String(message(2).length + 5))],
      last: message(1),
    });
    expect(await overviewAfter(message(1), ' ', '\n', message(3))).toEqual({
      frames: 2,
      leftOut: [],
      last: message(3),
    });
  });

  test('is a frame whatever it is when nothing can follow', async () => {
    const bytes = new MemoryBytes(encoder.encode(`${message(1)}\noops`));
    const inspection = await ended(bytes);
    expect([inspection.frames, inspection.facts(2).kind, inspection.isComplete]).toEqual([2, 'noise', true]);
  });
});

test('[IP10] lines that are too long are frames, and what was left out is said', async () => {
  const long = `{"jsonrpc":"2.0","method":"_long","params":{"a":"${'x'.repeat(500)}"}}`;
  const bytes = new MemoryBytes(encoder.encode(`${message(1)}\n${long}\n${message(2)}\n`));
  const inspection = await ended(bytes, { block: 100, line: 400, shownLine: 300, rawLength: 40 });
  const inspector = recordingInspector(inspection);
  expect(inspection.overview()).toMatchObject({
    frames: 3,
    problems: { error: 1, warning: 0, hint: 0 },
    leftOut: ['1 line is longer than 400 bytes and not read.'],
  });
  const { raw, cut, problems, row } = await inspector.ask('frame', { frame: 2 });
  expect({ raw, cut, texts: problems.map(({ text }) => text), kind: row.kind, size: row.size }).toEqual({
    raw: long.slice(0, 40),
    cut: long.length - 40,
    texts: ['expected a JSON text, found a line of more than 400 bytes'],
    kind: 'noise',
    size: long.length,
  });
});

test('[IP10] sessions beyond a limit are listed by their frames only', async () => {
  const texts = Array.from({ length: 50 }, (_, index) =>
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'session/update',
      params: {
        sessionId: `s${index}`,
        update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'a' } },
      },
    }),
  );
  const bytes = new MemoryBytes(encoder.encode(texts.join('\n')));
  const inspection = await ended(bytes, { sessions: 10, listedSessions: 3 });
  const { sessions, sessionCount, leftOut } = inspection.overview();
  expect({ ids: sessions.map(({ id }) => id), sessionCount, leftOut }).toEqual({
    ids: ['s0', 's1', 's2'],
    sessionCount: 10,
    leftOut: ['Only the first 10 sessions are shown; 40 frames of others are only listed.'],
  });
  expect([...(await inspection.moment(50)).sessions().keys()]).toHaveLength(10);
});

test('[IP12] a long file that grows is not linted anew, and says what was not', async () => {
  const line = '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}\n';
  const bytes = new MemoryBytes(encoder.encode(line.repeat(3)));
  const source = { kind: 'file', name: 'r' } as const;
  const inspection = new Inspection({ source, bytes, limits: { readAgain: 2 }, pause: soon });
  const grown = async (lines: number) => {
    await bytes.append(encoder.encode(line.repeat(lines)));
    await inspection.grow();
    return [inspection.frames, ...inspection.overview().leftOut];
  };
  await inspection.grow();
  expect(inspection.overview().leftOut).toEqual([]);
  const told = (frames: string) =>
    `The linter has not looked at the ${frames}, which came after the end was reached. Open the file again for that.`;
  expect(await grown(1)).toEqual([4, told('last frame')]);
  expect(await grown(2_000)).toEqual([2_004, told('last 2,001 frames')]);
});

test('[IP12] a file that has not grown counts as whole, until it grows', async () => {
  const asked = `{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s","prompt":[]}}\n`;
  const bytes = new MemoryBytes(encoder.encode(asked));
  const inspection = new Inspection({ source: { kind: 'file', name: 'r' }, bytes, pause: soon });
  const codes = () => inspection.problems.of(1).map(({ code }) => code);
  await inspection.grow();
  expect(codes()).toEqual(['request-unanswered']);
  await bytes.append(encoder.encode('{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}\n'));
  await inspection.grow();
  expect([inspection.frames, codes()]).toEqual([2, []]);
  await bytes.append(encoder.encode(asked));
  bytes.end();
  await inspection.grow();
  expect([codes(), inspection.problems.of(3).map(({ code }) => code)]).toEqual([[], ['request-unanswered']]);
});

test('[IP11] listeners are told when frames have come', async () => {
  const bytes = new MemoryBytes();
  const inspection = inspectionOf(bytes);
  const told = new Promise<number>((resolve) => {
    inspection.listen(() => resolve(inspection.frames));
  });
  await bytes.append(encoder.encode(`${message(1)}\n`));
  await inspection.grow();
  expect(await told).toBe(1);
});

test('[IP14] a dialect that is given is taken, whatever the lines show', async () => {
  // Only v1 has messages without an id.
  const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Hi' } };
  const message = { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's', update } };
  const read = async (dialect?: Dialect) => {
    const bytes = new MemoryBytes(encoder.encode(`${JSON.stringify(message)}\n`));
    const inspection = new Inspection({ source: origin.source, bytes, pause: soon, ...(dialect && { dialect }) });
    bytes.end();
    await inspection.grow();
    const { agent, problems } = inspection.overview();
    return [inspection.dialect, agent, problems.error];
  };
  expect([await read(), await read('v1'), await read('june'), await read('november')]).toEqual([
    ['v1', 'v1', 1],
    ['v1', 'v1', 0],
    ['june', 'june', 1],
    ['november', 'november', 1],
  ]);
});

test('[IP33] what has happened to the source from outside comes before what limits left out', async () => {
  const bytes = Object.assign(new MemoryBytes(encoder.encode('{}\nhalf')), { notice: 'The file was deleted.' });
  const inspection = inspectionOf(bytes);
  await inspection.grow();
  expect(inspection.overview().leftOut).toEqual([
    'The file was deleted.',
    'The last line has no end yet: 4 bytes are not shown.',
  ]);
});
