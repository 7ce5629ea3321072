/** How long a load waits for replay that an agent sends behind its answer; times are in milliseconds. */
export interface Settle {
  /** The replay counts as complete when the session has not changed for this long. */
  readonly quiet: number;
  /** The load waits no longer than this, whatever still arrives; 30 seconds if absent. */
  readonly atMost?: number;
}

const usualMost = 30_000;

/**
 * The quiet time is waited for in parts, and between two of them everything that has arrived is read: a process that was busy
 * for longer than the whole time must not take its own silence for the agent's.
 */
const parts = 4;

/** Resolves once what `watch` returns has been the same for the quiet time, or when the longest time is over. */
export async function untilQuiet(settle: Settle, watch: () => unknown, signal: AbortSignal): Promise<void> {
  const { quiet, atMost = usualMost } = settle;
  const part = quiet / parts;
  const end = performance.now() + atMost;
  let seen = watch();
  let silent = 0;
  while (silent < quiet && !signal.aborted) {
    const left = end - performance.now();
    if (left <= 0) return;
    await pause(Math.min(part, left), signal);
    const found = watch();
    silent = found === seen ? silent + part : 0;
    seen = found;
  }
}

/** An abort ends it early: a timer that nobody waits for would keep the process alive. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, milliseconds);
    signal.addEventListener('abort', stop);
  });
}
