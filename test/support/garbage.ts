import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees what can be freed at once. */
export const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the bytes that this process holds, by default those of its heap, after everything that can be freed is. */
export async function heldBytes(held = (): number => process.memoryUsage().heapUsed): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  // A collection that was under way ends as it began, and some things are let go between two turns of the event loop alone.
  for (let rounds = 0; rounds < 10; rounds++) {
    collectGarbage();
    await turnOfLoop();
    const now = held();
    if (now > least - 64 * 1024) return Math.min(now, least);
    least = now;
  }
  return least;
}
