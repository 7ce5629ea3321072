/** Prints a message to standard error; standard output belongs to the command that runs afterwards. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** Prints what is wrong and what to do, and exits with status 1. */
export function fail(sentence) {
  say(`emend: ${sentence}`);
  process.exit(1);
}

/** Returns the seconds since `start` as text: `0.4 s`. */
export function since(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
