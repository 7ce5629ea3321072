// npm run generate: generates the protocol code from its definitions.
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';
import { runNode } from './parts/run.mjs';

await ready('generate');
process.exitCode = await runNode(within('generate/dist/main.js'), process.argv.slice(2));
