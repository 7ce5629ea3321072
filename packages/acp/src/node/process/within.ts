/** Waits for a promise, but no longer than the given time; returns whether it has settled. */
export async function within(milliseconds: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  const isSettled = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return isSettled;
}
