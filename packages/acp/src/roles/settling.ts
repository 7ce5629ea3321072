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

/** Resolves once what `watch` returns has been the same for the quiet time. */
export async function untilQuiet(settle: Settle, watch: () => unknown, signal: AbortSignal): Promise<void> {
  const { quiet, atMost = usualMost } = settle;
  const part = quiet / parts;
  let seen = watch();
  let silent = 0;
  for (let waited = 0; silent < quiet && waited < atMost && !signal.aborted; waited += part) {
    await pause(part);
    const found = watch();
    silent = found === seen ? silent + part : 0;
    seen = found;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
