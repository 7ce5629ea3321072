import { type After, afterwards } from './limited-log.ts';

/** How often it is said that a line was repeated, in milliseconds. */
const length = 60_000;

/** Returns a log that writes a line once, and then once a minute how often it came again, until it has not come for a minute. */
export function withoutRepeats(log: (line: string) => void, after: After = afterwards): (line: string) => void {
  const repeats = new Map<string, number>();
  const look = (line: string): void => {
    const count = repeats.get(line);
    if (count === undefined || count === 0) return void repeats.delete(line);
    repeats.set(line, 0);
    log(`${count} more ${count === 1 ? 'time' : 'times'} in the last minute: ${line}`);
    after(length, () => look(line));
  };
  return (line) => {
    const count = repeats.get(line);
    repeats.set(line, count === undefined ? 0 : count + 1);
    if (count !== undefined) return;
    log(line);
    after(length, () => look(line));
  };
}
