/** Which runs a reader gets: each in order, or of those alone that other readers have started, the last of them as often as it asks. */
export type Which = 'each' | 'started';

/**
 * Lets several measures share the same runs: each reader gets the runs in order, and the first that needs one starts it. A later
 * measure reads those that were `started`, so that it costs no run of its own where an earlier one made do with few.
 */
export function jointRuns<T>(run: () => Promise<T>): (which?: Which) => () => Promise<T> {
  const runs: Promise<T>[] = [];
  const start = () => {
    const started = run();
    runs.push(started);
    return started;
  };
  return (which = 'each') => {
    let next = 0;
    return () => runs[next++] ?? (which === 'started' ? runs.at(-1) : undefined) ?? start();
  };
}
