import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { newPath, program } from '../test-support/programs.ts';
import { type ClientCommandOptions, type ClientProcess, clientCommand } from './client-command.ts';

const node = process.execPath;

/** A client that starts its agent, passes what it reads to it and prints what the agent says. */
const passing = `
  const { spawn } = require('node:child_process');
  const [file, ...args] = process.argv.slice(2);
  const agent = spawn(file, args, { stdio: 'pipe' });
  process.stdin.pipe(agent.stdin);
  agent.stdin.write(JSON.stringify({ scene: process.env.EMEND_SCENE, extra: process.env.EXTRA }) + '\\n');
  agent.stdout.on('data', (text) => { process.stdout.write(text); process.stderr.write('heard ' + text); });
  agent.on('exit', (code) => process.exit(code === 0 ? 7 : 8));
`;

function script(source: string): string {
  const path = `${newPath()}.cjs`;
  writeFileSync(path, source);
  return path;
}

async function start(command: readonly string[], options: ClientCommandOptions = {}, scene = 'prompt') {
  const client = await clientCommand(command, options)({ scene });
  onTestFinished(() => client.end());
  return client;
}

async function firstAgent(client: ClientProcess) {
  for await (const { transport } of client.agents) return transport;
  throw new Error('There is no agent.');
}

test('a client is started with the kit as its agent, and told its scene', async () => {
  const client = await start([node, script(passing), '{agent}'], { env: { ...process.env, EXTRA: 'more' } });
  const agent = await firstAgent(client);
  const frames = agent.frames[Symbol.asyncIterator]();
  expect((await frames.next()).value).toEqual(['{"scene":"prompt","extra":"more"}']);
  agent.send('a word');
  await expect.poll(() => client.lastWords(), { timeout: 30_000 }).toContain('heard a word\n');
  await agent.close();
  expect(await client.exited).toEqual({ code: 7, signal: undefined });
  expect(await client.leavesProcesses()).toBe(false);
});

test('a script writes what the client reads, reads what it prints, and knows the scene', async () => {
  const source = `
    process.stdout.write('scene ' + process.env.EMEND_SCENE + '\\n');
    process.stdin.once('data', (text) => process.stdout.write('printed ' + text));
  `;
  const client = await start([node, script(passing), '{agent}'], { script: `'${node}' '${script(source)}'` }, 'cancel');
  const agent = await firstAgent(client);
  const lines: unknown[] = [];
  agent.send('a word');
  for await (const batch of agent.frames) {
    lines.push(...batch);
    if (lines.length === 3) break;
  }
  expect(lines.toSorted()).toEqual(['printed a word', 'scene cancel', '{"scene":"cancel"}']);
});

test('a client that is ended leaves nothing behind, however stubborn it is', async () => {
  const stubborn = script(
    `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); ${passing.replace("agent.on('exit'", "agent.on('never'")}`,
  );
  const client = await start([node, stubborn, '{agent}']);
  await firstAgent(client);
  await client.end();
  expect(await client.exited).toEqual({ code: undefined, signal: 'SIGKILL' });
}, 30_000);

test('a command that does not exist is said', async () => {
  await expect(start(['emend-no-such-client', '{agent}'])).rejects.toThrow(
    "The command 'emend-no-such-client' was not found.",
  );
});

test('a client may connect to an address instead', async () => {
  const connecting = await program(`
    import { remote } from './remote/remote.ts';
    const transport = remote(process.argv[2]);
    transport.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }));
    for await (const batch of transport.frames) if (batch.length > 0) break;
    await transport.close();
  `);
  const client = await start([node, connecting, '{agent}'], { listen: { host: '127.0.0.1', port: 0 } });
  const agent = await firstAgent(client);
  const frames = agent.frames[Symbol.asyncIterator]();
  expect((await frames.next()).value).toEqual(['{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}']);
  agent.send('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}');
  expect(await client.exited).toEqual({ code: 0, signal: undefined });
});
