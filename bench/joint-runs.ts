/** Lets several measures share the same runs: each reader gets the runs in order, and the first that needs one starts it. */
export function jointRuns<T>(run: () => Promise<T>): () => () => Promise<T> {
  const runs: Promise<T>[] = [];
  return () => {
    let next = 0;
    return () => {
      const found = runs[next] ?? run();
      runs[next++] = found;
      return found;
    };
  };
}
