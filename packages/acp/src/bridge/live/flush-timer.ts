/** How long what waits has to wait at first, and at most, in milliseconds. */
const shortest = 50;
const longest = 1_000;

/**
 * Flushes a moment after something began to wait, where there are timers. Each flush sends all of the content again, so the
 * moments grow while a tool streams on; after a quiet while they are short again. Keeps no process alive.
 */
export function flushTimer(): ((flush: () => void) => void) | undefined {
  if (typeof globalThis.setTimeout !== 'function') return undefined;
  let isSet = false;
  let pause = shortest;
  let flushedAt = 0;
  return (flush) => {
    if (isSet) return;
    isSet = true;
    if (Date.now() - flushedAt > 2 * longest) pause = shortest;
    const timer: { unref?(): unknown } | number = globalThis.setTimeout(() => {
      isSet = false;
      flushedAt = Date.now();
      pause = Math.min(2 * pause, longest);
      flush();
    }, pause);
    if (typeof timer === 'object') timer.unref?.();
  };
}
