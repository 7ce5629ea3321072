// npm run soak -- [--minutes N] [--seed N] [--report]: runs agents, bridge, clients and store under load, with faults injected.
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';
import { run } from './parts/run.mjs';

await ready('soak');
process.exitCode = await run(process.execPath, ['--expose-gc', within('soak/dist/main.js'), ...process.argv.slice(2)]);
