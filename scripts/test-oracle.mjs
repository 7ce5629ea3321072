// npm run test:oracle: compares our decoders with ajv on the official schemas, a million verdicts.
import { runChecks } from './parts/checks.mjs';
import { requireNodeForTests } from './parts/node-version.mjs';
import { ready } from './parts/ready.mjs';
import { runVitest } from './parts/vitest.mjs';

requireNodeForTests();
await ready('everything');
await runChecks([
  {
    name: 'Verdicts against the official schemas',
    totals: () => runVitest({ paths: ['packages/acp/src/protocol'], env: { EMEND_TEST_RUN: 'oracle' } }),
  },
]);
