import { stripVTControlCharacters } from 'node:util';
import { fitted } from './failure-text.mjs';
import { runKeeping } from './run.mjs';
import { say, since } from './say.mjs';

/** How many of the last lines of a failed program the summary repeats. */
const keptLines = 40;
/** How many lines the summary has for everything that failed: readers of a long log are often shown its last hundred lines or so. */
const failureLines = 80;

/** A check that runs a program and passes if its exit status is 0. */
export function program(name, file, args) {
  return {
    name,
    async totals() {
      const { status, output } = await runKeeping(process.execPath, [file, ...args]);
      if (status === 0) return { passed: 1, failed: 0, skipped: 0 };
      const last = stripVTControlCharacters(output).trimEnd().split('\n').slice(-keptLines);
      const failure = [`ended with status ${status} after writing`, ...last.map((line) => `    ${line}`)].join('\n');
      return { passed: 0, failed: 1, skipped: 0, failures: [failure] };
    },
  };
}

/** Runs one check; returns its totals, and a line that says how it went. */
async function runCheck({ name, totals }) {
  const start = performance.now();
  say(`${name} ...`);
  const found = await totals();
  const line = `${name}: ${found.failed === 0 ? 'passed' : 'FAILED'} in ${since(start)}`;
  say(line);
  return { ...found, line, failures: (found.failures ?? []).map((text) => `${name}: ${text}`) };
}

/**
 * Runs all checks, even after one has failed, those of a list at the same time. At the end it prints how each went, what failed, and one
 * line of totals, and sets the exit status.
 */
export async function runChecks(checks) {
  const done = [];
  for (const step of checks) done.push(...(await Promise.all([step].flat().map(runCheck))));
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const found of done) for (const key of Object.keys(sum)) sum[key] += found[key];
  const lines = done.map(({ line }) => line);
  const failures = done.flatMap((found) => found.failures);
  process.stdout.write(`\n${lines.join('\n')}\n`);
  // After everything else, because whoever reads a long log begins at its end.
  if (failures.length > 0) process.stdout.write(`\nWhat failed:\n\n${fitted(failures, failureLines).join('\n\n')}\n`);
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}
