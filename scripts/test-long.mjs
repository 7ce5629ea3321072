// npm run test:long: the property tests with large counts, the checks of the packed packages, a minute of soak, the reference, and the packages' tests on other Node versions.
import { program, runChecks } from './parts/checks.mjs';
import { countedTests, testsOfLibraries, testsOfNode } from './parts/counted-tests.mjs';
import { requireNodeForTests } from './parts/node-version.mjs';
import { otherVersions, withNode } from './parts/other-nodes.mjs';
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';
import { runVitest } from './parts/vitest.mjs';

const oneFailed = { passed: 0, failed: 1, skipped: 0 };

requireNodeForTests();
await ready('everything');
await runChecks([
  {
    name: 'Tests with the large counts',
    totals: () => runVitest({ env: { EMEND_TEST_RUN: 'long' }, paths: countedTests() }),
  },
  // Always the same faults, so that a run says something about what has changed.
  program('One minute of soaking', within('scripts/soak.mjs'), ['--minutes', '1', '--seed', '1']),
  program('Reference', within('scripts/docs.mjs'), []),
  ...otherVersions().map((major, index, { length }) => ({
    name: `Tests on Node ${major}`,
    async totals() {
      const paths = index === length - 1 ? testsOfNode() : testsOfLibraries();
      return (await withNode(major, (node) => runVitest({ node, paths }))) ?? oneFailed;
    },
  })),
]);
