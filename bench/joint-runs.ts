/** Lets several figures be read off the same runs: each reader gets them in order, and whoever asks first makes one. */
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
