import { setTimeout } from 'node:timers/promises';
import type { Transport } from '@emend/acp';
import { kindOf } from '@emend/acp/jsonrpc';
import { type Received, tap } from '@emend/acp/transport';

/** How long answers are waited for after the client has left, in milliseconds; an agent that is a process has as long to end. */
const patience = 2_000;

// Nearly every frame of an agent begins like this, and answers nothing.
const notification = '{"jsonrpc":"2.0","method":';

/**
 * Returns the same transport, which waits a little for the answers to its requests before it closes. So input that ends at once, as in a
 * pipe, is answered.
 */
export function withAwaitedAnswers(transport: Transport): Transport {
  const open = new Set<unknown>();
  let whenDone = (): void => {};
  const observed = tap(transport, (direction, frame) => {
    const isSent = direction === 'sent';
    for (const id of idsIn(frame, isSent ? 'request' : 'response', open.size > 0 || isSent))
      if (isSent) open.add(id);
      else open.delete(id);
    if (open.size === 0) whenDone();
  });
  const ended = new AbortController();
  const { frames } = observed;
  async function* untilEnd(): AsyncGenerator<readonly Received[], undefined> {
    try {
      yield* frames;
    } finally {
      ended.abort();
      whenDone();
    }
  }

  return {
    ...observed,
    frames: { [Symbol.asyncIterator]: untilEnd },
    async close() {
      if (open.size > 0 && !ended.signal.aborted) {
        const done = new Promise<void>((resolve) => {
          whenDone = resolve;
        });
        const waited = new AbortController();
        await Promise.race([done, setTimeout(patience, undefined, { signal: waited.signal }).catch(() => {})]);
        waited.abort();
      }
      await transport.close();
    },
  };
}

function idsIn(frame: Received, kind: 'request' | 'response', isNeeded: boolean): unknown[] {
  if (!isNeeded || typeof frame !== 'string' || frame.startsWith(notification)) return [];
  try {
    const value: unknown = JSON.parse(frame);
    const messages = Array.isArray(value) ? value : [value];
    return messages.filter((message) => kindOf(message) === kind).map(({ id }) => id);
  } catch {
    return [];
  }
}
