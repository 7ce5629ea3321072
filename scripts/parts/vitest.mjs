import { readFileSync, rmSync } from 'node:fs';
import { cached, within } from './root.mjs';
import { run } from './run.mjs';

const reporter = (name) => `--reporter=${within('scripts/parts', name)}`;

/** Runs vitest on the given paths, optionally with one project, another Node or environment, and returns the totals. */
export async function runVitest({ paths = [], project, node = process.execPath, env = {} }) {
  const file = cached(`vitest-${process.pid}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', reporter('totals-reporter.mjs'), reporter('stuck-reporter.mjs')];
  const chosen = project === undefined ? [] : [`--project=${project}`];
  const status = await run(node, [within('node_modules/vitest/vitest.mjs'), 'run', ...paths, ...chosen, ...reporters], {
    env: { ...process.env, ...env, EMEND_TEST_TOTALS: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    const totals = JSON.parse(readFileSync(file, 'utf8'));
    if (status === 0 || totals.failed > 0) return totals;
    return { ...totals, failed: 1, failures: [`vitest ended with status ${status}, though no test failed`] };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`vitest ended with status ${status} and left no report`] };
  } finally {
    rmSync(file, { force: true });
  }
}
