import { readFileSync, rmSync } from 'node:fs';
import { cached, within } from './root.mjs';
import { run } from './run.mjs';

/** Sums up vitest's JSON report; a file that could not even be loaded counts as one failed test. */
export function totalsOf(report, status) {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  const failed = report.numFailedTests + unloaded.length;
  return {
    passed: report.numPassedTests,
    // Errors outside any test fail the run without failing a test.
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Runs vitest on the given paths, with another Node or environment if asked, and sums up what it found. */
export async function runVitest({ paths = [], node = process.execPath, env = {} }) {
  const file = cached(`vitest-${process.pid}.json`);
  rmSync(file, { force: true });
  const args = ['run', ...paths, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = await run(node, [within('node_modules/vitest/vitest.mjs'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    return totalsOf(JSON.parse(readFileSync(file, 'utf8')), status);
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(file, { force: true });
  }
}
