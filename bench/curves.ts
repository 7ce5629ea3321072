import { applyEvent, newSessionState, readUpdate } from '@emend/acp/session';
import { type SpreadState, spreadChunk } from './peers/spread-reducer.ts';
import { figureOf } from './statistics.ts';

/** How one figure changes with another, for ours and for peers. */
export interface Curve {
  readonly name: string;
  readonly title: string;
  readonly across: string;
  readonly unit: string;
  readonly lines: Readonly<Record<string, readonly (readonly [at: number, value: number])[]>>;
}

interface Chunk {
  readonly sessionUpdate: 'agent_message_chunk';
  readonly messageId: string;
  readonly content: { readonly type: 'text'; readonly text: string };
}

/** Chunks of messages, as they come out of JSON.parse. */
function chunksOf(messages: number, each: number): Chunk[] {
  return Array.from({ length: messages * each }, (_, index) => chunkOf(`msg_${Math.floor(index / each)}`, index));
}

function chunkOf(messageId: string, index: number): Chunk {
  return {
    sessionUpdate: 'agent_message_chunk',
    messageId,
    content: { type: 'text', text: ` token ${index} of a stream` },
  };
}

type Fold = (chunks: readonly Chunk[]) => number;

/** Folds all chunks and returns the number of messages, to check that no contestant skips work. */
const ours: Fold = (chunks) => {
  let state = newSessionState();
  for (const chunk of chunks) state = applyEvent(state, readUpdate(chunk));
  return state.messages.length;
};

const spread: Fold = (chunks) => {
  let state: SpreadState = { messages: [] };
  for (const chunk of chunks) state = spreadChunk(state, chunk);
  return state.messages.length;
};

const rounds = 5;

/** Returns the median time of folding, in nanoseconds per chunk. */
function timeOf(fold: Fold, messages: number, each: number): number {
  const chunks = chunksOf(messages, each);
  const times = Array.from({ length: rounds + 1 }, () => {
    const start = performance.now();
    if (fold(chunks) !== messages) throw new Error('the folded state is not complete');
    return ((performance.now() - start) * 1e6) / chunks.length;
  });
  return figureOf(times.slice(1)).median;
}

function heapUsed(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return process.memoryUsage().heapUsed;
}

/** Takes the chunks of one message as they come, and keeps what it needs of them. */
type Keep = (chunks: Iterable<Chunk>) => { readonly kept: unknown; readonly chunks: number };

const keepers = {
  ours: (chunks) => {
    let state = newSessionState();
    for (const chunk of chunks) state = applyEvent(state, readUpdate(chunk));
    return { kept: state, chunks: state.messages.at(0)?.content.length ?? 0 };
  },
  spread: (chunks) => {
    let state: SpreadState = { messages: [] };
    for (const chunk of chunks) state = spreadChunk(state, chunk);
    return { kept: state, chunks: state.messages[0]?.content.length ?? 0 };
  },
  updates: (chunks) => {
    const kept = [...chunks];
    return { kept, chunks: kept.length };
  },
} satisfies Record<string, Keep>;

function* streamed(count: number): Generator<Chunk> {
  for (let index = 0; index < count; index++) yield JSON.parse(JSON.stringify(chunkOf('m', index)));
}

/** Returns the memory kept for one long message including its chunks, in megabytes. */
function memoryOf(keep: Keep, count: number): number {
  const before = heapUsed();
  const { kept, chunks } = keep(streamed(count));
  const used = heapUsed() - before;
  if (chunks !== count || kept === undefined) throw new Error('the message is not complete');
  return used / 1024 / 1024;
}

/** Libraries that copy their state would take hours beyond this size. */
const mostForSpread = 20_000;

/** The curves of the report: what stays flat, and what does not. */
export function measureCurves(quick: boolean): Curve[] {
  const sizes = quick ? [100, 1_000, 10_000] : [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000];
  // The memory of a hundred chunks is smaller than the noise of the heap.
  const kept = sizes.slice(1);
  const within = sizes.filter((size) => size <= mostForSpread);
  return [
    {
      name: 'throughput',
      title: 'Folding: updates a second against messages in the session',
      across: 'messages, 10 chunks each',
      unit: 'updates/s',
      lines: {
        ours: sizes.map((size) => [size, 1e9 / timeOf(ours, size, 10)]),
        'spread and copy': within.map((size) => [size, 1e9 / timeOf(spread, size, 10)]),
      },
    },
    {
      name: 'chunk-cost',
      title: 'Folding: cost of a chunk against the length of its message',
      across: 'chunks in the message',
      unit: 'ns/chunk',
      lines: {
        ours: sizes.map((size) => [size, timeOf(ours, 1, size)]),
        'spread and copy': within.map((size) => [size, timeOf(spread, 1, size)]),
      },
    },
    {
      name: 'memory',
      title: 'Memory of one message against its length',
      across: 'chunks in the message',
      unit: 'MB',
      lines: {
        ours: kept.map((size) => [size, memoryOf(keepers.ours, size)]),
        'spread and copy': kept
          .filter((size) => size <= mostForSpread)
          .map((size) => [size, memoryOf(keepers.spread, size)]),
        'all updates': kept.map((size) => [size, memoryOf(keepers.updates, size)]),
      },
    },
  ];
}
