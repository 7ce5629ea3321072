import { applyEvent, newSessionState, readUpdate } from '@emend/acp/session';
import type { Measure } from './harness.ts';
import { readTurn } from './peers/active-session.ts';
import { type SpreadState, spreadChunk } from './peers/spread-reducer.ts';
import { lineOf, type Stream, updateOf } from './stream.ts';

/** Measures folding a turn, compared with other libraries. It is small enough for libraries that copy their state or queue updates. */
export function comparison(stream: Stream): Measure {
  const total = stream.messages * stream.chunks;
  const updates = () => Array.from({ length: total }, (_, index) => updateOf(lineOf(stream, index)) as Chunk);
  const checkLast = (messages: number, chunks: number | undefined) => {
    if (messages !== stream.messages || chunks !== stream.chunks) throw new Error('chunks are missing');
  };
  return {
    name: `${stream.name}: ${total.toLocaleString('en-US')} updates, beside others`,
    unit: 'ns/update',
    better: 'lower',
    contestants: {
      ours: async () => {
        const received = updates();
        const began = performance.now();
        let state = newSessionState();
        for (const update of received) state = applyEvent(state, readUpdate(update));
        const elapsed = performance.now() - began;
        checkLast(state.messages.length, state.messages.at(stream.messages - 1)?.content.length);
        return (elapsed * 1e6) / total;
      },
      'spread and copy': async () => {
        const received = updates();
        const began = performance.now();
        let state: SpreadState = { messages: [] };
        for (const update of received) state = spreadChunk(state, update);
        const elapsed = performance.now() - began;
        checkLast(state.messages.length, state.messages.at(-1)?.content.length);
        return (elapsed * 1e6) / total;
      },
      'official SDK, its connection and checks included': async () => {
        const received = updates();
        const { text, milliseconds } = await readTurn(received);
        if (text.length !== received.reduce((sum, { content }) => sum + content.text.length, 0)) {
          throw new Error('text is missing');
        }
        return (milliseconds * 1e6) / total;
      },
    },
  };
}

interface Chunk {
  readonly messageId: string;
  readonly content: { readonly text: string };
}
