// npm test: runs the checks with small case counts; those of the packed packages are left to npm run test:long.

import { program, runChecks } from './parts/checks.mjs';
import { ensureBuilt } from './parts/compile.mjs';
import { ensureInstalled } from './parts/install.mjs';
import { requireNode, requireNodeForTests } from './parts/node-version.mjs';
import { within } from './parts/root.mjs';
import { runVitest } from './parts/vitest.mjs';

requireNode();
requireNodeForTests();
await ensureInstalled();
await runChecks([
  // The build uses one processor, so that the others have time for what needs nothing that is built.
  [
    {
      name: 'Build',
      totals: async () =>
        (await ensureBuilt('everything')) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 },
    },
    // The build checks the sources with the compiler of the packages; this checks them with the newest, and the tests.
    program('Types', within('node_modules/typescript-7/bin/tsc'), ['-p', 'tsconfig.check.json']),
    program('Lint', within('node_modules/@biomejs/biome/bin/biome'), ['check', '.']),
    { name: 'Checks of the sources', totals: () => runVitest({ project: 'sources' }) },
  ],
  { name: 'Tests', totals: () => runVitest({ project: '!sources*' }) },
]);
