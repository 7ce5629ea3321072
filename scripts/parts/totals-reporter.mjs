import { writeFileSync } from 'node:fs';
import { failureText } from './failure-text.mjs';

/** Whatever failed in a file of tests: the file itself, its groups, and its tests, in this order. */
function failuresIn(module) {
  const file = module.relativeModuleId;
  const groups = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const tests = [...module.children.allTests()].filter((test) => test.result().state === 'failed');
  return [
    ...(module.errors().length > 0 ? [failureText(`${file}: the file itself`, module.errors())] : []),
    ...groups.map((suite) => failureText(`${file}: ${suite.fullName}`, suite.errors())),
    ...tests.map((test) => failureText(`${file}: ${test.fullName}`, test.result().errors)),
  ];
}

/** A reporter of vitest that writes how many tests passed, and what failed, into the file that `EMEND_TEST_TOTALS` names. */
// biome-ignore lint/style/noDefaultExport: vitest takes the default export of a reporter's file.
export default class TotalsReporter {
  onTestRunEnd(modules, errors) {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const count = (state) => states.filter((each) => each === state).length;
    const outside = errors.map((error) => failureText('outside of any test', [error]));
    const failures = [...modules.flatMap(failuresIn), ...outside];
    const totals = { passed: count('passed'), failed: failures.length, skipped: count('skipped'), failures };
    writeFileSync(process.env.EMEND_TEST_TOTALS, JSON.stringify(totals));
  }
}
