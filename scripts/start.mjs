// npm start -- ARGS: installs and builds what is missing, then runs `emend ARGS`; without arguments, the terminal client with the demo agent.
import { pathToFileURL } from 'node:url';
import { ready } from './parts/ready.mjs';
import { within } from './parts/root.mjs';

await ready(process.argv[2] === 'inspect' ? 'page' : 'packages');
const command = within('packages/cli/dist/main.js');
// The command runs in this process, so that exit status, signals and standard streams are its own.
process.argv[1] = command;
if (process.argv.length === 2) process.argv.push('chat');
await import(pathToFileURL(command).href);
