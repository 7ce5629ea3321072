/** Waits no longer once a signal aborts or if one has, and rejects with its reason; what is waited for goes on, for others may wait for it too. */
export async function unlessAborted<T>(work: Promise<T>, stops: readonly AbortSignal[]): Promise<T> {
  let stop = (): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(stops.find(({ aborted }) => aborted)?.reason);
  });
  if (stops.some(({ aborted }) => aborted)) stop();
  for (const signal of stops) signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([stopped, work]);
  } finally {
    for (const signal of stops) signal.removeEventListener('abort', stop);
  }
}
