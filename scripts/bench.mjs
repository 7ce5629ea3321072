// npm run bench -- NAME... [--quick] [--json] [--compare FILE] [--report]: measures the built code beside alternatives.
import { pathToFileURL } from 'node:url';
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';

await ready('everything');
await import(pathToFileURL(within('bench/dist/main.js')).href);
