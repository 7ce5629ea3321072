import type { Transport } from '@emend/acp';
import { kindOf } from '@emend/acp/jsonrpc';
import { type Received, tap } from '@emend/acp/transport';
import { atMost } from '../timing/at-most.ts';

/** How long answers are waited for after the client has left, in milliseconds; an agent that is a process has as long to end. */
const patience = 2_000;

/** How long the connection may take to close after that, in milliseconds. */
const closingPatience = 5_000;

// Nearly every frame of an agent begins like this, and answers nothing.
const notification = '{"jsonrpc":"2.0","method":';

/**
 * Returns the same transport, which waits a little for the answers to its requests before it closes. So input that ends at once, as in a
 * pipe, is answered. It is closed in the end, whatever the server does.
 */
export function withAwaitedAnswers(transport: Transport): Transport {
  const open = new Set<unknown>();
  let isEnded = false;
  let whenDone = (): void => {};
  const observed = tap(transport, (direction, frame) => {
    if (direction === 'sent') for (const id of idsIn(frame, 'request')) open.add(id);
    else if (open.size > 0) for (const id of idsIn(frame, 'response')) open.delete(id);
    if (open.size === 0) whenDone();
  });

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    try {
      yield* observed.frames;
    } finally {
      isEnded = true;
      whenDone();
    }
  }

  async function close(): Promise<void> {
    const answered = new Promise<void>((resolve) => {
      whenDone = resolve;
    });
    if (open.size > 0 && !isEnded) await atMost(patience, answered);
    const isClosed = await atMost(closingPatience, transport.close());
    if (!isClosed) transport.abort?.();
  }

  return { ...observed, frames: { [Symbol.asyncIterator]: frames }, close };
}

function idsIn(frame: Received, kind: 'request' | 'response'): unknown[] {
  if (typeof frame !== 'string' || frame.startsWith(notification)) return [];
  try {
    const value: unknown = JSON.parse(frame);
    const messages = Array.isArray(value) ? value : [value];
    return messages.filter((message) => kindOf(message) === kind).map(({ id }) => id);
  } catch {
    return [];
  }
}
