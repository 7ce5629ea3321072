import { run } from './run.mjs';
import { say, since } from './say.mjs';

/** A check that runs a program and passes if its exit status is 0. */
export function program(name, file, args) {
  return {
    name,
    async totals() {
      const passed = (await run(process.execPath, [file, ...args])) === 0;
      return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
    },
  };
}

/** Runs all checks, even after one has failed, then prints one line of totals and sets the exit status. */
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
  if (failures.length > 0) process.stdout.write(`\nWhat failed:\n\n${failures.join('\n\n')}\n`);
  process.stdout.write(`\n${lines.join('\n')}\n\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped\n`);
  process.exitCode = sum.failed === 0 ? 0 : 1;
}
