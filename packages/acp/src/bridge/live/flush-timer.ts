/** The shortest and the longest delay of a flush, in milliseconds. */
const shortest = 50;
const longest = 1_000;

/**
 * Returns a function that flushes after a delay, or `undefined` where there are no timers. Each flush sends all of the content
 * again, so the delays grow while a tool streams, and are short again after a pause. The timer does not keep a process alive.
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
