import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TemporaryFolder } from '../temporary-folder.ts';
import { commandOfAgent, spawnNamedAgent } from './named-agent.ts';

const folder = new TemporaryFolder('named-agent');
afterAll(() => folder.remove());
const bin = join(folder.path, 'bin');
const node = join(process.execPath, '..');
const place = { cwd: folder.path, env: { PATH: `${bin}:${node}` } };

// Answers initialize with its own arguments as its name.
const program = `#!/usr/bin/env node
process.stdin.once('data', (line) => {
  const { id } = JSON.parse(line);
  const agentInfo = { name: process.argv.slice(2).join(' '), version: '1' };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo } }));
});
`;
mkdirSync(bin);
writeFileSync(join(bin, 'gemini'), program);
chmodSync(join(bin, 'gemini'), 0o755);
writeFileSync(join(bin, 'goose'), 'not executable');

const named = (name: string, install?: { readonly npm?: string; readonly page: string }) =>
  ({ name, aliases: [], command: [name, '--acp'], ...(install !== undefined && { install }) }) as const;

test('an agent is started by its name, with the arguments of the catalogue', async () => {
  const client = await spawnNamedAgent('gemini-cli', place);
  expect(client.agent.agentInfo).toEqual({ name: '--acp', version: '1' });
  await client.close();
});

test.each([
  [
    'qwen',
    /^The agent 'qwen' is not installed\. The command 'qwen' was not found\. Install it with 'npm install --global @qwen-code\/qwen-code', or as https:\S+ explains\.$/,
  ],
  [
    'goose',
    /^The agent 'goose' is not installed\. The command 'goose' was not found\. https:\S+ explains how to install it\.$/,
  ],
  ['gemeni', /^There is no agent with the name 'gemeni'\. Did you mean 'gemini'\?$/],
  ['nothing-like-it', /^There is no agent with the name 'nothing-like-it'\.$/],
])('%s cannot be started, and the error says what to do', async (name, message) => {
  await expect(spawnNamedAgent(name, place)).rejects.toMatchObject({
    reason: 'not-started',
    message: expect.stringMatching(message),
  });
});

test('other names can be given', async () => {
  const agents = [{ name: 'mine', aliases: ['my'], command: ['gemini', 'one', 'two'] }] as const;
  const client = await spawnNamedAgent('my', { ...place, agents });
  expect(client.agent.agentInfo).toEqual({ name: 'one two', version: '1' });
  await client.close();
  await expect(spawnNamedAgent('gemini', { ...place, agents })).rejects.toThrow(
    "There is no agent with the name 'gemini'.",
  );
});

test('an agent is fetched only if it is missing and that was allowed', () => {
  const page = 'https://agents.example';
  const missing = named('no-such-agent', { npm: 'some-agent', page });
  expect(commandOfAgent(named('gemini', { npm: 'some-agent', page }), place, { install: true })).toEqual([
    'gemini',
    '--acp',
  ]);
  expect(commandOfAgent(missing, place, { install: true })).toEqual([
    'npx',
    '--yes',
    '--package',
    'some-agent',
    '--',
    'no-such-agent',
    '--acp',
  ]);
  expect(() => commandOfAgent(missing, place)).toThrow("Install it with 'npm install --global some-agent'");
  expect(() => commandOfAgent(named('no-such-agent', { page }), place, { install: true })).toThrow(
    'It is in no package that could be fetched. https://agents.example explains how to install it.',
  );
  expect(() => commandOfAgent(named('no-such-agent'), place, { install: true })).toThrow(
    "The agent 'no-such-agent' is not installed. The command 'no-such-agent' was not found.",
  );
});
