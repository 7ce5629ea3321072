/** Waits for something, but not longer than some milliseconds. Returns whether it was over by then, be it that it failed. */
export async function inTime(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  const isOver = (): boolean => true;
  try {
    return await Promise.race([work.then(isOver, isOver), late]);
  } finally {
    clearTimeout(timer);
  }
}
