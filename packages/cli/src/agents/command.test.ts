import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { knownAgents } from '@emend/acp/agents';
import { TemporaryFolder } from '@emend/acp/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile, type Finished, runNode } from '../test-support/built-command.ts';

const folder = new TemporaryFolder('agents-command');
const bin = folder.file('bin');
const config = folder.file('config.json');
const env = { PATH: `${bin}${delimiter}${dirname(process.execPath)}`, HOME: folder.path, EMEND_CONFIG: config };

beforeAll(buildPackages);
beforeAll(() => {
  mkdirSync(bin);
  for (const name of ['gemini', 'claude', 'plain-agent', 'npx']) executable(name);
});
afterAll(() => folder.remove());

/** A program that answers every request with its own name and arguments, as an agent of v1 that has no sessions. */
function executable(name: string): void {
  const program = `#!${process.execPath}
const info = { name: ${JSON.stringify(name)} + ' ' + process.argv.slice(2).join(' '), version: '1' };
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line);
  const result = { protocolVersion: 1, agentCapabilities: {}, agentInfo: info };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;
  writeFileSync(join(bin, name), program);
  chmodSync(join(bin, name), 0o755);
}

const emend = (args: readonly string[], input = ''): Promise<Finished> => runNode([commandFile, ...args], input, env);

const initialize = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: 1, clientCapabilities: {} },
})}\n`;

/** Returns the program and arguments that a command in front of an agent has started. */
async function startedBy(args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await emend(args, initialize);
  return stdout === '' ? stderr : JSON.parse(stdout).result.agentInfo.name;
}

test.each([
  ['a name', ['bridge', 'gemini'], 'gemini --acp'],
  ['another name of it', ['bridge', 'gemini-cli'], 'gemini --acp'],
  ['the name after a file', ['record', folder.file('1.ndjson'), 'gemini'], 'gemini --acp'],
  ['a command after --', ['bridge', '--', 'gemini'], 'gemini '],
  ['words on both sides of --', ['bridge', 'gemini', '--', '--acp', '-x'], 'gemini --acp -x'],
  ['several words', ['bridge', 'gemini', 'acp'], 'gemini acp'],
  ['a path', ['bridge', join(bin, 'gemini')], 'gemini '],
  ['a program that is no known agent', ['bridge', 'plain-agent'], 'plain-agent '],
  [
    'an agent that is fetched',
    ['bridge', 'qwen', '--install'],
    'npx --yes --package @qwen-code/qwen-code -- qwen --acp',
  ],
  ['an agent that is there already', ['bridge', 'gemini', '--install'], 'gemini --acp'],
])('[AN1] [AN3] [AN4] %s starts what it should: emend %j', async (_, args, started) => {
  expect(await startedBy(args)).toBe(started);
});

test.each([
  [
    'a name is not the program that is called the same',
    ['bridge', 'claude'],
    1,
    "emend: The agent 'claude' is not installed. The command 'claude-agent-acp' was not found. Install it with 'npm install --global @agentclientprotocol/claude-agent-acp', or as https://github.com/agentclientprotocol/claude-agent-acp explains. With --install, it is fetched for this run.\n",
  ],
  [
    'a misspelt name',
    ['chat', 'gemeni', '-p', 'hi'],
    1,
    "emend: The command 'gemeni' was not found, and no agent has that name. Did you mean 'gemini'? 'emend agents' lists the names.\n",
  ],
  [
    'a word like no name',
    ['serve', 'something-else'],
    1,
    "emend: The command 'something-else' was not found, and no agent has that name. 'emend agents' lists the names.\n",
  ],
  [
    'a missing agent that is in no package',
    ['serve', 'goose', '--install'],
    1,
    "emend: The agent 'goose' is not installed. The command 'goose' was not found. It is in no package that could be fetched. https://block.github.io/goose/ explains how to install it.\n",
  ],
  [
    'a missing agent that is checked',
    ['check', 'agent', 'goose'],
    3,
    "emend check: The agent 'goose' is not installed. The command 'goose' was not found. https://block.github.io/goose/ explains how to install it.\nNothing was checked.\n",
  ],
  [
    '--install without a name',
    ['chat', '--install', '--', 'gemini'],
    2,
    "error: option '--install' needs the name of an agent; 'emend agents' lists them\nRun 'emend chat --help' for help.\n",
  ],
  [
    'an agent that is inspected',
    ['inspect', '--no-open', 'goose'],
    1,
    "emend: The agent 'goose' is not installed. The command 'goose' was not found. https://block.github.io/goose/ explains how to install it.\n",
  ],
  ['a file that is missing', ['inspect', '--no-open', 'no.ndjson'], 1, 'emend: There is no file no.ndjson.\n'],
])('[AN2] [AN3] [AN4] [AN5] %s: emend %j', async (_, args, status, stderr) => {
  expect(await emend(args)).toEqual({ status, stdout: '', stderr });
});

test('[AN5] a file comes before an agent of its name', async () => {
  const place = folder.file('place');
  mkdirSync(place);
  writeFileSync(join(place, 'goose'), 'no recording\n');
  const run = `process.chdir(${JSON.stringify(place)}); process.argv[1] = 'emend'; import(${JSON.stringify(commandFile)});`;
  const start = folder.file('start.cjs');
  writeFileSync(start, run);
  const { stderr } = await runNode([start, 'inspect', 'goose', '--proxy'], '', env);
  expect(stderr).toContain("error: option '--proxy' needs the agent");
});

test('[AN2] an agent of one’s own is added, comes first, and is removed', async () => {
  const told = (text: string) => ({ status: 0, stdout: '', stderr: `emend agents: ${text}\n` });
  expect(await emend(['agents', 'add', 'mine', '--', 'plain-agent', '--my flag'])).toEqual(
    told(`'mine' starts plain-agent '--my flag'. It is in ${config}.`),
  );
  expect(await emend(['agents', 'add', 'gemini', '--', 'plain-agent', '2'])).toEqual(
    told(`'gemini' starts plain-agent 2. It comes before the known agent of that name. It is in ${config}.`),
  );
  expect(await startedBy(['bridge', 'mine'])).toBe('plain-agent --my flag');
  expect(await startedBy(['bridge', 'gemini'])).toBe('plain-agent 2');
  const list = (await emend(['agents'])).stdout.split('\n');
  expect(list.filter((line) => /^(?:mine|gemini) /.test(line)).map((line) => line.split(/ {2,}/))).toEqual([
    ['mine', "plain-agent '--my flag'", 'your own'],
    ['gemini', 'plain-agent 2', 'your own'],
  ]);
  expect(await emend(['agents', 'remove', 'gemini'])).toEqual(told(`'gemini' was removed from ${config}.`));
  expect(await startedBy(['bridge', 'gemini'])).toBe('gemini --acp');
  expect(await emend(['agents', 'remove', 'gemini'])).toEqual({
    status: 1,
    stdout: '',
    stderr: "emend: 'gemini' is built in and cannot be removed.\n",
  });
});

test('[AN7] a file that cannot be understood is said wherever a name is', async () => {
  const broken = folder.file('broken.json');
  writeFileSync(broken, '{"agents":{"a":{"command":"x"}}}');
  const { status, stderr } = await runNode([commandFile, 'chat', 'gemini'], '', { ...env, EMEND_CONFIG: broken });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `emend: ${broken}: agents.a.command: expected an array of words, found a string.\n`,
  });
});

test('the list says what is installed, for people and for programs', async () => {
  const { status, stdout, stderr } = await emend(['agents', '--json']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const known = JSON.parse(stdout).filter((agent: { own: boolean }) => !agent.own);
  expect(known).toEqual(knownAgents.map((agent) => ({ ...agent, installed: agent.name === 'gemini', own: false })));
  const lines = (await emend(['agents'])).stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(lines).toContainEqual(['gemini', 'Gemini CLI of Google', 'installed']);
  expect(lines).toContainEqual(['qwen', 'Qwen Code of Alibaba', 'npm install --global @qwen-code/qwen-code']);
});

test('one agent is told with all facts', async () => {
  expect((await emend(['agents', 'factory-droid'])).stdout.split('\n').slice(0, 10)).toEqual([
    'name       droid, factory-droid, factorydroid',
    'what       Factory Droid',
    'command    droid exec --output-format acp',
    'installed  no',
    'install    npm install --global droid',
    'page       https://factory.ai/product/cli',
    "login      The agent does it when its client asks: 'emend chat --login'.",
    'login      A key can be in the variable FACTORY_API_KEY.',
    'speaks     v1',
    'note       It speaks v1 although it answers with version 2, which Emend recognises.',
  ]);
  expect(JSON.parse((await emend(['agents', 'gemini', '--json'])).stdout)).toEqual({
    ...knownAgents.find(({ name }) => name === 'gemini'),
    installed: true,
    own: false,
  });
});

test.each([
  [
    ['agents', 'gemnii'],
    1,
    "emend: No agent has the name 'gemnii'. Did you mean 'gemini'? 'emend agents' lists the names.\n",
  ],
  [
    ['agents', 'add', 'x'],
    2,
    "error: emend agents add takes NAME -- COMMAND...\nRun 'emend agents --help' for help.\n",
  ],
  [['agents', 'remove'], 2, "error: emend agents remove takes one NAME\nRun 'emend agents --help' for help.\n"],
  [
    ['agents', 'a', 'b'],
    2,
    "error: emend agents takes one NAME, found 'b' after it\nRun 'emend agents --help' for help.\n",
  ],
  [['agents', 'remove', 'nobody'], 1, `emend: ${config} has no agent with the name 'nobody'.\n`],
])('wrong words are explained: emend %j', async (args, status, stderr) => {
  expect(await emend(args)).toEqual({ status, stdout: '', stderr });
});
