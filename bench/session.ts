import { applyEvent, newSessionState, readUpdate, type SessionState } from '@emend/acp/session';
import { comparison, novemberComparison } from './comparison.ts';
import { foldFile } from './fold-file.ts';
import { all, atMost, atMostTimes } from './goals.ts';
import type { Bench, Measure } from './harness.ts';
import { idleSessions } from './idle-sessions.ts';
import { jointRuns } from './joint-runs.ts';
import { longLoad } from './long-load.ts';
import { longSession } from './long-session.ts';
import { lineOf, type Stream, textOf, updateOf } from './stream.ts';

/** Measures the time and memory of folding updates into state, and whether they stay constant while a session grows. */
export const session: Bench = {
  name: 'session',
  about:
    'What folding updates to state costs in time and memory, whether it stays so while a session grows, and what an idle one takes.',
  parts: [
    async ({ quick }) => {
      const streamsOf = (chunks: number): readonly Stream[] => [
        { name: 'one message', messages: 1, chunks },
        { name: '10 chunks a message', messages: chunks / 10, chunks: 10 },
      ];
      // What a chunk takes in memory depends less on how many there are.
      const ofMemory = streamsOf(quick ? 50_000 : 1_000_000);
      return [
        ...streamsOf(quick ? 250_000 : 1_000_000).flatMap((stream, at) => [
          ...timing(stream),
          memory(ofMemory[at] as Stream),
        ]),
        snapshots(ofMemory[1] as Stream),
        comparison({ name: 'one message', messages: 1, chunks: 20_000 }),
        comparison({ name: '10 chunks a message', messages: 2_000, chunks: 10 }),
        await foldFile(1_000_000, quick ? 50_000 : 1_000_000),
      ];
    },
    async () => [
      novemberComparison({ name: 'one message', messages: 1, chunks: 20_000 }),
      novemberComparison({ name: '10 chunks a message', messages: 2_000, chunks: 10 }),
    ],
    async ({ quick }) => longSession(quick ? 100_000 : 1_000_000),
    async ({ quick }) => [await longLoad(quick ? 100_000 : 1_000_000)],
    async ({ quick }) => idleSessions(quick ? 200 : 1_000),
  ],
};

interface Run {
  readonly state: SessionState;
  readonly kept: readonly SessionState[];
  /** Milliseconds of folding, for each tenth of the updates. */
  readonly tenths: readonly number[];
}

const blockLength = 1_000;

/** Folds a stream as received, decoding included, and keeps a snapshot every 100 updates. */
function run(stream: Stream): Run {
  const total = stream.messages * stream.chunks;
  const tenths = Array.from({ length: 10 }, () => 0);
  const kept: SessionState[] = [];
  let state = newSessionState();
  for (let start = 0; start < total; start += blockLength) {
    const updates = Array.from({ length: blockLength }, (_, offset) => updateOf(lineOf(stream, start + offset)));
    const began = performance.now();
    for (let offset = 0; offset < blockLength; offset++) {
      state = applyEvent(state, readUpdate(updates[offset], start + offset));
      if (offset % 100 === 0) kept.push(state);
    }
    const tenth = Math.floor((start * 10) / total);
    tenths[tenth] = (tenths[tenth] ?? 0) + performance.now() - began;
  }
  const last = state.messages.at(stream.messages - 1);
  if (state.messages.length !== stream.messages || last?.content.length !== stream.chunks) {
    throw new Error('the folded state is not complete');
  }
  return { state, kept, tenths };
}

function parse(stream: Stream): number {
  const total = stream.messages * stream.chunks;
  let elapsed = 0;
  for (let start = 0; start < total; start += blockLength) {
    const lines = Array.from({ length: blockLength }, (_, offset) => lineOf(stream, start + offset));
    const began = performance.now();
    for (const line of lines) if (updateOf(line) === undefined) throw new Error('a line has no update');
    elapsed += performance.now() - began;
  }
  return (elapsed * 1e6) / total;
}

/** Measures the cost of an update and whether it stays constant, from the same runs. */
function timing(stream: Stream): Measure[] {
  const tenthsOf = jointRuns(async () => run(stream).tenths);
  const [forTime, forGrowth] = [tenthsOf(), tenthsOf('started')];
  const time: Measure = {
    name: `${stream.name}: time an update, a snapshot kept every 100`,
    unit: 'ns/update',
    better: 'lower',
    goal: all(atMost(1000), atMostTimes(1, 'JSON.parse')),
    contestants: {
      ours: async () =>
        ((await forTime()).reduce((sum, tenth) => sum + tenth) * 1e6) / (stream.messages * stream.chunks),
      'JSON.parse': async () => parse(stream),
    },
  };
  const growth: Measure = {
    name: `${stream.name}: the last tenth beside the first`,
    unit: 'times',
    better: 'lower',
    goal: atMost(1.5),
    contestants: {
      ours: async () => {
        const tenths = await forGrowth();
        return (tenths[9] as number) / (tenths[0] as number);
      },
    },
  };
  return [time, growth];
}

function heapUsed(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error('memory is measured with --expose-gc');
  gc();
  return process.memoryUsage().heapUsed;
}

function memory(stream: Stream): Measure {
  const total = stream.messages * stream.chunks;
  return {
    name: `${stream.name}: memory a chunk beyond twice its text`,
    unit: 'bytes/chunk',
    better: 'lower',
    goal: atMost(200, ', snapshots included'),
    runs: 'alike',
    contestants: {
      ours: async () => {
        let text = 0;
        for (let index = 0; index < total; index++) text += textOf(index).length;
        const before = heapUsed();
        const { state, kept } = run(stream);
        const retained = heapUsed() - before;
        if (kept.length !== total / 100 || state.messages.length === 0) throw new Error('nothing was kept');
        return Math.max(0, retained - 2 * text) / total;
      },
    },
  };
}

function snapshots(stream: Stream): Measure {
  return {
    name: `${stream.name}: memory of one more kept snapshot`,
    unit: 'bytes/snapshot',
    better: 'lower',
    runs: 'alike',
    contestants: {
      ours: async () => {
        const { state, kept } = run(stream);
        const count = kept.length;
        const withAll = heapUsed();
        (kept as SessionState[]).length = 0;
        const freed = withAll - heapUsed();
        if (state.messages.length !== stream.messages) throw new Error('the state is gone');
        return freed / count;
      },
    },
  };
}
