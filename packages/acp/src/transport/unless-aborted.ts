/** Waits for a promise until one of the signals aborts, then rejects with its reason. The work itself goes on. */
export async function unlessAborted<T>(work: Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signals.find(({ aborted }) => aborted)?.reason);
  });
  if (signals.some(({ aborted }) => aborted)) stop();
  for (const signal of signals) signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([stopped, work]);
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', stop);
  }
}
