// npm run bench -- NAME... [--quick] [--json]: measures the built code beside its peers.
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';
import { run } from './parts/run.mjs';

await ready('everything');
// Collecting garbage between rounds keeps one contestant from paying for another.
process.exitCode = await run(process.execPath, ['--expose-gc', within('bench/dist/main.js'), ...process.argv.slice(2)]);
