// npm start -- ARGS: sets up what is missing and runs `emend ARGS`; without arguments, the terminal client with the demo agent.
import { pathToFileURL } from 'node:url';
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';

await ready('packages');
const command = within('packages/cli/dist/main.js');
// The command runs in this process: exit status, signals and standard streams are then its own.
process.argv[1] = command;
if (process.argv.length === 2) process.argv.push('chat');
await import(pathToFileURL(command).href);
