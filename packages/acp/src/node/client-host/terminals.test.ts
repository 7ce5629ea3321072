import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
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
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { HostedRequests } from '../../bridge/edges.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { hasLiveMember } from '../process/process-group.ts';
import { program, until } from '../test-support/programs.ts';
import { localHost } from './local-host.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'emend-terminals-')));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

type Create = Parameters<NonNullable<HostedRequests['terminal/create']>>[0];

function host(maxOutputBytes = 1_000_000) {
  const local = localHost({ serve: ['terminals'], maxOutputBytes, graceMilliseconds: 300 });
  const told = (error: unknown) => (error instanceof RpcError ? `${error.code} ${error.message}` : error);
  type On = 'output' | 'wait_for_exit' | 'kill' | 'release';
  return {
    local,
    create: async (fields: Omit<Create, 'sessionId'>, sessionId = 's') => {
      const made = await local.requests['terminal/create']?.({ sessionId, ...fields }, [root]).catch(told);
      return typeof made === 'object' ? String((made as { terminalId: string }).terminalId) : String(made);
    },
    on: async (method: On, terminalId: string, sessionId = 's') =>
      (await local.requests[`terminal/${method}`]?.({ sessionId, terminalId }, [root]).catch(told)) as unknown,
  };
}

/** A program that writes the id of its process group to a file, prints and goes on until it is ended. */
const running = (name: string, more = '') => ({
  command: process.execPath,
  args: [
    '-e',
    `${more} require('fs').writeFileSync('${name}', String(process.pid)); console.log('up'); setInterval(() => {}, 1000);`,
  ],
});
const groupOf = async (name: string) => {
  await until(() => existsSync(join(root, name)) && readFileSync(join(root, name), 'utf8') !== '');
  return Number(readFileSync(join(root, name), 'utf8'));
};
const isGone = (group: number) => until(() => !hasLiveMember(group));
const gone = (id: string) => `-32002 No such terminal: ${id}`;

test('a command runs in the first folder of its session, with its own environment and no input', async () => {
  const { create, on, local } = host();
  const source =
    'process.stdin.resume().on("end", () => { console.log(process.cwd(), process.env.EXTRA); console.error("ü"); process.exitCode = 3; })';
  const id = await create({ command: 'node', args: ['-e', source], env: [{ name: 'EXTRA', value: 'a b' }] });
  expect(await on('wait_for_exit', id)).toEqual({ exitCode: 3, signal: null });
  const { output, ...rest } = (await on('output', id)) as { output: string };
  expect({ ...rest, lines: output.split('\n').sort() }).toEqual({
    truncated: false,
    exitStatus: { exitCode: 3, signal: null },
    lines: ['', `${root} a b`, 'ü'],
  });
  expect(local.terminalText?.('s', id)).toBe(output);
  expect(await on('release', id)).toEqual({});
  expect(await on('output', id)).toBe(gone(id));
  expect(local.terminalText?.('s', id)).toBeUndefined();
});

test('output that is over the limit loses its beginning, at a character', async () => {
  const { create, on } = host(100);
  const command = { command: process.execPath, args: ['-e', 'process.stdout.write("€".repeat(40))'] };
  for (const [outputByteLimit, characters] of [
    [10, 3],
    [null, 33],
    [1_000, 33],
    [0, 0],
  ] as const) {
    const id = await create({ ...command, outputByteLimit });
    await on('wait_for_exit', id);
    expect(await on('output', id)).toEqual({
      output: '€'.repeat(characters),
      truncated: true,
      exitStatus: { exitCode: 0, signal: null },
    });
    await on('release', id);
  }
});

test('a whole line without arguments runs in a shell; a word that is no program does not', async () => {
  const { create, on } = host();
  const id = await create({ command: 'echo one && echo two >&2; exit 4' });
  expect(await on('wait_for_exit', id)).toEqual({ exitCode: 4, signal: null });
  expect(await on('output', id)).toMatchObject({ truncated: false, exitStatus: { exitCode: 4, signal: null } });
  await on('release', id);
  expect(await create({ command: 'no-such-command' })).toBe('-32002 No such command: no-such-command');
  expect(await create({ command: 'echo one', args: ['two'] })).toBe('-32002 No such command: echo one');
});

test('a command runs within the folders of its session only', async () => {
  const { create } = host();
  mkdirSync(join(root, 'below'));
  writeFileSync(join(root, 'file'), '');
  symlinkSync(tmpdir(), join(root, 'link'));
  const at = (cwd: string) => create({ command: 'pwd', cwd });
  expect(await at(join(root, 'below'))).toMatch(/^terminal-/);
  for (const cwd of ['/', `${root}/..`, join(root, 'link')])
    expect(await at(cwd)).toBe(`-32602 Outside of the folders of this session: ${cwd}`);
  expect(await at('below')).toBe('-32602 Not an absolute path: below');
  expect(await at(join(root, 'file'))).toBe(`-32602 Not a folder: ${join(root, 'file')}`);
  expect(await at(join(root, 'missing'))).toBe(`-32002 Not found: ${join(root, 'missing')}`);
});

test('a killed command tells its signal and keeps its output; a stubborn one is killed with all it started', async () => {
  const { create, on } = host();
  const id = await create(running('plain'));
  await until(() => existsSync(join(root, 'plain')));
  await expect.poll(() => on('output', id)).toEqual({ output: 'up\n', truncated: false });
  const waiting = on('wait_for_exit', id);
  expect(await on('kill', id)).toEqual({});
  expect(await waiting).toEqual({ exitCode: null, signal: 'SIGTERM' });
  expect(await on('output', id)).toEqual({
    output: 'up\n',
    truncated: false,
    exitStatus: { exitCode: null, signal: 'SIGTERM' },
  });
  expect(await on('kill', id)).toEqual({});

  const child = `process.on('SIGTERM', () => {}); require('fs').writeFileSync('child', '1'); setInterval(() => {}, 1000);`;
  const stubborn = await create(
    running(
      'stubborn',
      `process.on('SIGTERM', () => {}); require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' });`,
    ),
  );
  const group = await groupOf('stubborn');
  await until(() => existsSync(join(root, 'child')));
  expect(await on('release', stubborn)).toEqual({});
  expect(hasLiveMember(group)).toBe(false);
});

test('what a command left running does not keep its end back, and ends with the terminal', async () => {
  const { create, on } = host();
  const id = await create({ command: 'sleep 1000 & echo $$ > leader; echo done' });
  expect(await on('wait_for_exit', id)).toEqual({ exitCode: 0, signal: null });
  expect(await on('output', id)).toMatchObject({ output: 'done\n' });
  const group = await groupOf('leader');
  expect(hasLiveMember(group)).toBe(true);
  await on('release', id);
  expect(hasLiveMember(group)).toBe(false);
});

test('a terminal belongs to its session, and ends with it or with the connection', async () => {
  const { local, create, on } = host();
  const first = await create(running('first'));
  const second = await create(running('second'), 'other');
  expect(await on('output', first, 'other')).toBe(gone(first));
  expect(await on('release', second)).toBe(gone(second));
  expect(local.terminalText?.('s', second)).toBeUndefined();
  const groups = [await groupOf('first'), await groupOf('second')] as const;
  local.closeSession?.('s');
  await isGone(groups[0]);
  expect(await on('output', first)).toBe(gone(first));
  expect(hasLiveMember(groups[1])).toBe(true);
  // One that is just being started ends as well.
  const starting = create(running('third'), 'other');
  await local.close?.();
  await starting;
  await isGone(groups[1]);
  if (existsSync(join(root, 'third'))) await isGone(await groupOf('third'));
  expect(await create({ command: 'pwd' })).toBe('-32603 The connection is closing.');
});

test('no command outlives the process that served it', async () => {
  const file = await program(`
    import { localHost } from './client-host/local-host.ts';
    const { requests } = localHost({ serve: ['terminals'] });
    const create = requests['terminal/create'];
    await create(${JSON.stringify({ sessionId: 's', ...running('orphan') })}, [${JSON.stringify(root)}]);
    setInterval(() => {}, 1000);`);
  const server = spawn(process.execPath, [file], { stdio: 'inherit' });
  const group = await groupOf('orphan');
  server.kill('SIGTERM');
  await once(server, 'exit');
  await isGone(group);
});

// Numbers of processes can be chosen in a namespace of our own.
const inNamespace = ['--user', '--map-root-user', '--pid', '--fork', '--mount-proc'];
const hasNamespaces = spawnSync('unshare', [...inNamespace, 'true']).status === 0;

test.skipIf(!hasNamespaces)('a process that got the number of an ended command is left alone', async () => {
  const file = await program(`
    import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    import { localHost } from './client-host/local-host.ts';
    const { requests } = localHost({ serve: ['terminals'] });
    const call = (name, params) => requests['terminal/' + name]({ sessionId: 's', ...params }, [${JSON.stringify(root)}]);
    const started = await call('create', { command: 'echo $$; exit 0' });
    await call('wait_for_exit', started);
    const number = Number((await call('output', started)).output);
    let stranger;
    // Threads take numbers as well.
    for (let attempt = 0; stranger?.pid !== number && attempt < 100; attempt += 1) {
      writeFileSync('/proc/sys/kernel/ns_last_pid', String(number - 1));
      stranger = spawn('sleep', ['1000'], { detached: true });
    }
    const ended = new Promise((resolve) => stranger.once('exit', (code, signal) => resolve(signal)));
    await call('kill', started);
    await call('release', started);
    const isSpared = stranger.kill('SIGUSR1');
    console.log(JSON.stringify({ isSameNumber: stranger.pid === number, isSpared, ended: await ended }));
    process.exit();`);
  const { stdout, stderr } = spawnSync('unshare', [...inNamespace, process.execPath, file], { encoding: 'utf8' });
  expect(stderr + stdout).toBe('{"isSameNumber":true,"isSpared":true,"ended":"SIGUSR1"}\n');
});

test('[N130] a watcher is told every byte of the output in order, and then how the command ended', async () => {
  const { local, create, on } = host(3);
  const told: unknown[] = [];
  const bytes: number[] = [];
  local.watchTerminals?.({
    printed: (id, piece) => {
      told.push(id);
      bytes.push(...piece);
      return undefined;
    },
    exited: (id, status) => told.push([id, status, [...bytes]]),
  });
  const script =
    'process.stdout.write(Buffer.from([0x61, 0xc3])); setTimeout(() => process.stdout.write(Buffer.from([0xa9, 0xff, 0x0a])), 30); setTimeout(() => process.exit(3), 60)';
  const id = await create({ command: process.execPath, args: ['-e', script] });
  // The watcher hears of it before the agent, and of more than is kept.
  expect(await on('wait_for_exit', id)).toEqual({ exitCode: 3, signal: null });
  expect(told.at(-1)).toEqual([id, { exitCode: 3, signal: null }, [0x61, 0xc3, 0xa9, 0xff, 0x0a]]);
  expect(new Set(told.slice(0, -1))).toEqual(new Set([id]));
  const killed = await create(running('killed'));
  await groupOf('killed');
  await on('release', killed);
  expect(told.at(-1)).toEqual([killed, { exitCode: null, signal: 'SIGTERM' }, expect.any(Array)]);
});

test('[N130] a watcher that asks for time gets no more meanwhile, and loses nothing', async () => {
  const { local, create, on } = host();
  let count = 0;
  let go = () => {};
  const room = new Promise<void>((resolve) => {
    go = resolve;
  });
  local.watchTerminals?.({
    printed: (_id, piece) => {
      count += piece.length;
      return count > 100_000 ? room : undefined;
    },
    exited: () => {},
  });
  const id = await create({ command: process.execPath, args: ['-e', "process.stdout.write('x'.repeat(2_000_000))"] });
  await until(() => count > 100_000);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(count).toBeLessThan(400_000);
  go();
  await until(() => count === 2_000_000);
  expect(await on('wait_for_exit', id)).toEqual({ exitCode: 0, signal: null });
});

test('[RO135] no terminal has the id of another one, also of another host: sessions go on with another agent', async () => {
  const ids: string[] = [];
  for (const { create, local } of [host(), host()]) {
    for (let count = 0; count < 2; count += 1) ids.push(await create({ command: 'node', args: ['-e', ''] }));
    await local.close?.();
  }
  expect(ids.map((id) => id.split('-')[0])).toEqual(Array(4).fill('terminal'));
  expect(new Set(ids).size).toBe(4);
});
