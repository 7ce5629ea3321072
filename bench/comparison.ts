import { applyEvent, newSessionState, readUpdate, type SessionDialect } from '@emend/acp/session';
import type { Measure } from './harness.ts';
import { readTurn, readV2Turn } from './peers/active-session.ts';
import { type SpreadState, spreadChunk } from './peers/spread-reducer.ts';
import { lineOf, type Stream, updateOf } from './stream.ts';

/** Measures folding a turn, compared with other libraries. It is small enough for libraries that copy their state or queue updates. */
export function comparison(stream: Stream): Measure {
  const total = stream.messages * stream.chunks;
  return {
    name: `${stream.name}: ${total.toLocaleString('en-US')} updates, beside others`,
    unit: 'ns/update',
    better: 'lower',
    contestants: {
      ours: async () => folding(stream, 'june'),
      'spread and copy': async () => spreading(stream),
      'official SDK, its connection and checks included': async () => reading(stream, readTurn),
    },
  };
}

/** Measures folding a turn of November, compared with the same turn of June and with the v2 API of the official SDK. */
export function novemberComparison(stream: Stream): Measure {
  const total = stream.messages * stream.chunks;
  return {
    name: `November: ${stream.name}: ${total.toLocaleString('en-US')} updates, beside others`,
    unit: 'ns/update',
    better: 'lower',
    contestants: {
      ours: async () => folding(stream, 'november'),
      'ours, in June': async () => folding(stream, 'june'),
      'official SDK, its connection and checks included': async () => reading(stream, readV2Turn),
    },
  };
}

/** Returns the nanoseconds an update of a turn that is read and folded in a dialect. */
function folding(stream: Stream, dialect: SessionDialect): number {
  const received = updatesOf(stream);
  const began = performance.now();
  let state = newSessionState();
  for (const update of received) state = applyEvent(state, readUpdate(update, undefined, 'lenient', dialect));
  const elapsed = performance.now() - began;
  checkLast(stream, state.messages.length, state.messages.at(stream.messages - 1)?.content.length);
  return (elapsed * 1e6) / received.length;
}

function spreading(stream: Stream): number {
  const received = updatesOf(stream);
  const began = performance.now();
  let state: SpreadState = { messages: [] };
  for (const update of received) state = spreadChunk(state, update);
  const elapsed = performance.now() - began;
  checkLast(stream, state.messages.length, state.messages.at(-1)?.content.length);
  return (elapsed * 1e6) / received.length;
}

async function reading(stream: Stream, read: typeof readTurn): Promise<number> {
  const received = updatesOf(stream);
  const { text, milliseconds } = await read(received);
  if (text.length !== received.reduce((sum, { content }) => sum + content.text.length, 0)) {
    throw new Error('text is missing');
  }
  return (milliseconds * 1e6) / received.length;
}

function updatesOf(stream: Stream): readonly Chunk[] {
  return Array.from(
    { length: stream.messages * stream.chunks },
    (_, index) => updateOf(lineOf(stream, index)) as Chunk,
  );
}

function checkLast(stream: Stream, messages: number, chunks: number | undefined): void {
  if (messages !== stream.messages || chunks !== stream.chunks) throw new Error('chunks are missing');
}

interface Chunk {
  readonly messageId: string;
  readonly content: { readonly text: string };
}
