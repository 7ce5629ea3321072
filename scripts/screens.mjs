// npm run screens: takes the screens in docs/screens.md anew, in a real terminal.
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';
import { run } from './parts/run.mjs';

await ready('packages');
const args = [within('node_modules/vitest/vitest.mjs'), 'run', 'packages/cli/src/chat/screens.test.ts', '--update'];
process.exitCode = await run(process.execPath, args);
