// npm run test:oracle: compares our decoders with ajv on the official schemas, a million verdicts, and runs the whole conformance kit on every
// mutant and on peers in processes of their own.
import { runChecks } from './parts/checks.mjs';
import { requireNodeForTests } from './parts/node-version.mjs';
import { ready } from './parts/ready.mjs';
import { runVitest } from './parts/vitest.mjs';

const wholeKit = [
  'packages/acp/src/testing/kit',
  'packages/acp/src/node/seat/official-clients.test.ts',
  'packages/cli/src/bridge/checked.test.ts',
];

requireNodeForTests();
await ready('everything');
await runChecks([
  {
    name: 'Verdicts against the official schemas',
    totals: () => runVitest({ paths: ['packages/acp/src/protocol'], env: { EMEND_TEST_RUN: 'oracle' } }),
  },
  {
    name: 'The whole conformance kit on every mutant',
    totals: () => runVitest({ paths: wholeKit, env: { EMEND_TEST_RUN: 'oracle' } }),
  },
]);
