// npm run screens: takes the screens and pictures in docs again, in a real terminal.
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';
import { run } from './parts/run.mjs';

await ready('packages');
const tests = ['screens', 'picture'].map((name) => `packages/cli/src/chat/${name}.test.ts`);
const args = [within('node_modules/vitest/vitest.mjs'), 'run', ...tests, '--update'];
process.exitCode = await run(process.execPath, args);
