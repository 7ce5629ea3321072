import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnAgent } from '@emend/acp/node';
import { foldedSession } from '@emend/acp/session';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { commandFile, runEmend } from '../test-support/built-command.ts';

beforeAll(buildPackages);

const officialAgent = fileURLToPath(new URL('test-support/official-agent.mjs', import.meta.url));
let base: string;
let root: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'emend-serve-')));
  root = join(base, 'root');
  mkdirSync(root);
  writeFileSync(join(base, 'secret'), 'SECRET');
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

type Ask = readonly [method: string, params: object];

/** Our v2 client, `emend bridge`, and a v1 agent of the official SDK that asks its client for things. */
async function bridged(...options: readonly string[]) {
  const command = [commandFile, 'bridge', ...options, '--', process.execPath, officialAgent];
  const client = await spawnAgent(process.execPath, command);
  const session = await client.newSession({ cwd: root });
  return {
    client,
    session,
    /** What the agent was told it may ask for, and what it got. */
    async ask(...asks: readonly Ask[]): Promise<readonly unknown[]> {
      await session.prompt(JSON.stringify(asks));
      const { messages } = foldedSession(session.state);
      const content = messages.filter(({ kind }) => kind === 'agent').at(-1)?.content[0] as { readonly text: string };
      return JSON.parse(content.text);
    },
  };
}

const none = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
const refused = (method: string) => ({ code: -32601, message: `Method not found: ${method}` });

test('nothing is served, and nothing offered, unless told', async () => {
  const { client, ask } = await bridged();
  expect(await ask(['fs/read_text_file', { path: join(root, 'f') }], ['terminal/create', { command: 'pwd' }])).toEqual([
    none,
    refused('fs/read_text_file'),
    refused('terminal/create'),
  ]);
  await client.close();
});

test('--serve files: within the folders of the session, and no terminals', async () => {
  symlinkSync(base, join(root, 'link'));
  const { client, ask } = await bridged('--serve', 'files');
  const at = (name: string) => join(root, name);
  const outside = (path: string) => ({ code: -32602, message: `Outside of the folders of this session: ${path}` });
  expect(
    await ask(
      ['fs/write_text_file', { path: at('a/b'), content: 'one\ntwo\n' }],
      ['fs/read_text_file', { path: at('a/b'), line: 2, limit: 1 }],
      ['fs/read_text_file', { path: `${root}/../secret` }],
      ['fs/read_text_file', { path: at('link/secret') }],
      ['fs/write_text_file', { path: at('link/new'), content: 'x' }],
      ['fs/read_text_file', { path: 'a/b' }],
      ['terminal/create', { command: 'pwd' }],
    ),
  ).toEqual([
    { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
    {},
    { content: 'two\n' },
    outside(`${root}/../secret`),
    outside(at('link/secret')),
    outside(at('link/new')),
    { code: -32602, message: 'Not an absolute path: a/b' },
    refused('terminal/create'),
  ]);
  expect([readFileSync(at('a/b'), 'utf8'), existsSync(join(base, 'new'))]).toEqual(['one\ntwo\n', false]);
  await client.close();
});

/** A command that tells its process and goes on until it is ended. */
const running = (name: string) => ({ command: `echo $$ > ${name}; exec sleep 1000` });
const started = async (name: string) => {
  await expect.poll(() => existsSync(join(root, name)) && readFileSync(join(root, name), 'utf8')).toMatch(/\n$/);
  return Number(readFileSync(join(root, name), 'utf8'));
};
function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

test('--serve files,terminals: a command, its output in a terminal of the tool call, and nothing left when the session or all ends', async () => {
  const { client, session, ask } = await bridged('--serve', 'files,terminals');
  const toolCall = {
    sessionUpdate: 'tool_call',
    toolCallId: 'c',
    title: 'Run',
    kind: 'execute',
    status: 'in_progress',
  };
  const content = [{ type: 'terminal', terminalId: 'TERMINAL' }];
  const answers = await ask(
    ['terminal/create', { command: 'node', args: ['-p', '"héllo".repeat(3)'], outputByteLimit: 8 }],
    ['session/update', { update: { ...toolCall, content } }],
    ['terminal/wait_for_exit', { terminalId: 'TERMINAL' }],
    ['terminal/output', { terminalId: 'TERMINAL' }],
    ['terminal/release', { terminalId: 'TERMINAL' }],
    ['session/update', { update: { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' } }],
    ['terminal/output', { terminalId: 'TERMINAL' }],
  );
  const { terminalId } = answers[1] as { readonly terminalId: string };
  expect(answers).toEqual([
    { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    { terminalId },
    { exitCode: 0, signal: null },
    { output: 'ohéllo\n', truncated: true, exitStatus: { exitCode: 0, signal: null } },
    {},
    { code: -32002, message: `No such terminal: ${terminalId}` },
  ]);
  expect(foldedSession(session.state).toolCalls).toEqual([
    {
      toolCallId: 'c',
      title: 'Run',
      kind: 'execute',
      status: 'completed',
      content: [{ type: 'terminal', terminalId }],
      locations: [],
    },
  ]);
  expect(foldedSession(session.state).terminals).toEqual([
    {
      terminalId,
      command: `node -p '"héllo".repeat(3)'`,
      cwd: root,
      output: 'héllohéllohéllo\n',
      exitStatus: { exitCode: 0, signal: null },
    },
  ]);

  await ask(['terminal/create', running('first')]);
  const first = await started('first');
  expect(isAlive(first)).toBe(true);
  await session.close();
  await expect.poll(() => isAlive(first)).toBe(false);

  const refused = await client.newSession({ cwd: root });
  await refused.prompt(JSON.stringify([['terminal/create', running('second')]]));
  const second = await started('second');
  await expect(refused.close()).rejects.toMatchObject({ code: -32603 });
  await expect.poll(() => isAlive(second)).toBe(false);

  const again = await client.newSession({ cwd: root });
  await again.prompt(JSON.stringify([['terminal/create', running('third')]]));
  const third = await started('third');
  await client.close();
  await expect.poll(() => isAlive(third)).toBe(false);
});

test('what cannot be served is wrong usage', async () => {
  const { status, stderr } = await runEmend(['bridge', '--serve', 'files,network', '--', 'x']);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining("'network' is not one of files, terminals."),
  });
});
