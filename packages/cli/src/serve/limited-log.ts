/** How many lines of one kind are written in a while. */
const most = 20;
/** How long that while is, in milliseconds. */
const length = 10_000;

/** Calls something after a while, in milliseconds. */
export type After = (milliseconds: number, wake: () => void) => void;

/** Calls something after a while, which keeps no process. */
export const afterwards: After = (milliseconds, wake) => void setTimeout(wake, milliseconds).unref();

/**
 * Returns a log for what may happen as often as it likes, such as what strangers cause: of the lines in a while the first are written, and at
 * its end it is said how many were left out. `topic` is what they are about.
 */
export function limitedLog(
  log: (line: string) => void,
  topic: string,
  after: After = afterwards,
): (line: string) => void {
  let count = 0;
  const end = (): void => {
    const leftOut = count - most;
    count = 0;
    if (leftOut > 0) log(`${leftOut} more ${leftOut === 1 ? 'line' : 'lines'} about ${topic} left out.`);
  };
  return (line) => {
    count += 1;
    if (count === 1) after(length, end);
    if (count <= most) log(line);
  };
}
