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

/**
 * Runs all checks, even after one has failed. At the end it prints how each went, what failed, and one line of totals, and sets
 * the exit status.
 */
export async function runChecks(checks) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const lines = [];
  const failures = [];
  for (const { name, totals } of checks) {
    const start = performance.now();
    say(`${name} ...`);
    const found = await totals();
    for (const key of Object.keys(sum)) sum[key] += found[key];
    failures.push(...(found.failures ?? []).map((text) => `${name}: ${text}`));
    lines.push(`${name}: ${found.failed === 0 ? 'passed' : 'FAILED'} in ${since(start)}`);
    say(lines.at(-1));
  }
  process.stdout.write(`\n${lines.join('\n')}\n`);
  // After everything else, because whoever reads a long log begins at its end.
  if (failures.length > 0) process.stdout.write(`\nWhat failed:\n\n${fitted(failures, failureLines).join('\n\n')}\n`);
  process.stdout.write(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}
