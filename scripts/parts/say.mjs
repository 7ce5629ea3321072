/** Tells a person what is going on; standard output belongs to the command that runs afterwards. */
export function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/** Ends with one sentence that says what is wrong and what to do. */
export function fail(sentence) {
  say(`emend: ${sentence}`);
  process.exit(1);
}

/** Seconds since `start`, for people: `0.4 s`. */
export function since(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
