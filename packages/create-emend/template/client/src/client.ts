#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { spawnAgent } from '@emend/acp/node';
import { ask } from './ask.ts';
import { requestPermission } from './permission.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { prompt: { type: 'string', default: 'Hello' } },
});
const [command, ...args] = positionals;

if (command === undefined) {
  console.error('Usage: {{name}} [--prompt TEXT] -- COMMAND [ARGS...]');
  process.exitCode = 2;
} else {
  const info = { name: '{{name}}', version: '0.1.0' };
  const agent = await spawnAgent(command, args, { info, requestPermission });
  try {
    const session = await agent.newSession({ cwd: process.cwd() });
    const stopReason = await ask(session, values.prompt, (text) => void process.stdout.write(text));
    console.log(`\n(${stopReason})`);
  } finally {
    await agent.close(); // also ends every process that the agent started
  }
}
