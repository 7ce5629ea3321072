import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { cached, root, within } from './root.mjs';
import { run } from './run.mjs';

/** Maximum length of a failure's message in the summary. */
const messageLines = 12;

function failure(file, test, message = '') {
  const text = stripVTControlCharacters(message).split('\n');
  return [`${relative(root, file)}: ${test}`, ...text.slice(0, messageLines).map((line) => `    ${line}`)].join('\n');
}

/** Returns one text per failure, so that the end of a long log shows them all. */
function failuresOf(file) {
  if (file.status !== 'failed') return [];
  if (file.assertionResults.length === 0) return [failure(file.name, 'could not be loaded', file.message)];
  return file.assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => failure(file.name, test.fullName, test.failureMessages[0]));
}

/** Adds up vitest's JSON report; a file that could not be loaded counts as one failed test. */
export function totalsOf(report, status) {
  const failures = report.testResults.flatMap(failuresOf);
  // Errors outside any test fail the run without failing a test.
  if (failures.length === 0 && status !== 0) failures.push(`vitest ended with status ${status}, though no test failed`);
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
  };
}

/** Runs vitest on the given paths, optionally with another Node or environment, and returns the totals. */
export async function runVitest({ paths = [], node = process.execPath, env = {} }) {
  const file = cached(`vitest-${process.pid}.json`);
  rmSync(file, { force: true });
  const reporters = ['default', 'json', within('scripts/parts/stuck-reporter.mjs')].map((name) => `--reporter=${name}`);
  const args = ['run', ...paths, ...reporters, `--outputFile.json=${file}`];
  const status = await run(node, [within('node_modules/vitest/vitest.mjs'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    return totalsOf(JSON.parse(readFileSync(file, 'utf8')), status);
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [`vitest ended with status ${status} and left no report`] };
  } finally {
    rmSync(file, { force: true });
  }
}
