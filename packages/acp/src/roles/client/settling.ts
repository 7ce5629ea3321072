import { pause } from './pause.ts';

/** How long a load waits for history that a v1 agent sends after its answer, in milliseconds. */
export interface Settle {
  /** The history counts as complete when the session has not changed for this long. */
  readonly quiet: number;
  /** The longest time to wait, whatever still arrives; 30 seconds by default. */
  readonly atMost?: number;
}

const defaultAtMost = 30_000;

/**
 * The quiet time is split into parts, and what has arrived is read between them: a process that was busy for the whole
 * time must not mistake its own silence for the agent's.
 */
const parts = 4;

/** Resolves when `watch` has returned the same value for the quiet time, or after the longest time. */
export async function untilQuiet(settle: Settle, watch: () => unknown, signal: AbortSignal): Promise<void> {
  const { quiet, atMost = defaultAtMost } = settle;
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
