// npm run soak -- [--minutes N] [--seed N] [--report]: runs agents, bridge, clients and store under load, with faults injected.
// npm run soak -- --nodes N: runs several servers that share their sessions.
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';
import { run } from './parts/run.mjs';

await ready('soak');
const args = process.argv.slice(2);
const isCluster = args.some((arg) => arg === '--nodes' || arg.startsWith('--nodes='));
const program = within(isCluster ? 'soak/dist/cluster/main.js' : 'soak/dist/main.js');
process.exitCode = await run(process.execPath, ['--expose-gc', program, ...args]);
