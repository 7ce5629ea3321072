// npm run test:oracle: our decoders against ajv on the official schemas, a million verdicts.
import { runChecks } from './parts/checks.mjs';
import { ready } from './parts/ready.mjs';
import { runVitest } from './parts/vitest.mjs';

await ready('everything');
await runChecks([
  {
    name: 'Verdicts against the official schemas',
    totals: () => runVitest({ paths: ['packages/acp/src/protocol'], env: { EMEND_TEST_RUN: 'oracle' } }),
  },
]);
