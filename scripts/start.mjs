// npm start -- ARGS: sets up what is missing and runs `emend ARGS`.
import { pathToFileURL } from 'node:url';
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';

await ready('packages');
const command = within('packages/cli/dist/main.js');
// The command runs in this process: exit status, signals and standard streams are then its own.
process.argv[1] = command;
await import(pathToFileURL(command).href);
