/** Resolves once the session's state is as asked. */
export function until(session: { subscribe(listener: () => void): () => void }, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isSo()) return;
      stop();
      resolve();
    };
    const stop = session.subscribe(check);
    check();
  });
}
