import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { Received } from '../../transport/transport.ts';
import { AgentSeat, type SeatedAgent } from './agent-seat.ts';

async function openSeat(): Promise<{ seat: AgentSeat; next(): Promise<SeatedAgent> }> {
  const seat = await AgentSeat.open();
  onTestFinished(() => seat.close());
  const agents = seat.agents[Symbol.asyncIterator]();
  return { seat, next: async () => (await agents.next()).value as SeatedAgent };
}

function start([file = '', ...args]: readonly string[]) {
  const child = spawn(file, args, { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, output: text(child.stdout), errors: text(child.stderr), exited };
}

async function framesOf(agent: SeatedAgent): Promise<Received[]> {
  const frames: Received[] = [];
  for await (const batch of agent.transport.frames) frames.push(...batch);
  return frames;
}

test('each start of the command is a transport of its own, and bytes pass both ways', async () => {
  const { seat, next } = await openSeat();
  const [first, one] = [start(seat.command), await next()];
  const [second, two] = [start(seat.command), await next()];
  expect([one, two].map(({ number, pid }) => ({ number, pid }))).toEqual([
    { number: 1, pid: first.child.pid },
    { number: 2, pid: second.child.pid },
  ]);
  const long = 'ä'.repeat(1_000_000);
  const lengthOf = (text: Received) => (text === long ? 'long' : text);
  first.child.stdin.end(`{"a":1}\n${long}\nthe rest`);
  second.child.stdin.end('two\n');
  one.transport.send('to the first');
  two.transport.send(long);
  expect((await Promise.all([one, two].map(framesOf))).map((frames) => frames.map(lengthOf))).toEqual([
    ['{"a":1}', 'long', 'the rest'],
    ['two'],
  ]);
  const outputs = [await first.output, await second.output];
  expect(outputs.map((output) => output.length)).toEqual([13, long.length + 1]);
  expect([await first.exited, await second.exited]).toEqual([0, 0]);
});

test('the program ends when this side closes, after it has written everything', async () => {
  const { seat, next } = await openSeat();
  const started = start(seat.command);
  const agent = await next();
  agent.transport.send('x'.repeat(300_000));
  await agent.transport.close();
  expect(await started.output).toBe(`${'x'.repeat(300_000)}\n`);
  expect(await started.exited).toBe(0);
});

test('a program that is killed ends its transport', async () => {
  const { seat, next } = await openSeat();
  const started = start(seat.command);
  const agent = await next();
  const frames = framesOf(agent).catch(() => 'failed');
  started.child.kill('SIGKILL');
  await started.exited;
  expect([[], 'failed']).toContainEqual(await frames);
});

test('closing ends every program, the iteration, and removes the folder', async () => {
  const { seat, next } = await openSeat();
  const started = start(seat.command);
  await next();
  const after = next();
  await seat.close();
  expect(await started.exited).toBe(0);
  expect(await after).toBeUndefined();
  expect(existsSync(seat.command[1] as string)).toBe(false);
});

test('a program whose seat is gone says so', async () => {
  const { seat } = await openSeat();
  const { writeFileSync, readFileSync, mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const folder = mkdtempSync(join(tmpdir(), 'emend-seat-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'agent.cjs');
  writeFileSync(copy, readFileSync(seat.command[1] as string));
  await seat.close();
  const started = start([process.execPath, copy]);
  expect(await started.exited).toBe(1);
  expect(await started.errors).toMatch(/^The program that plays this agent is not running any more \(E[A-Z]+\)\.\n$/);
});

test.skipIf(process.platform === 'win32')(
  'nobody else can reach a seat, and who has no secret gets no place',
  async () => {
    const { seat, next } = await openSeat();
    const folder = dirname(seat.command[1] as string);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const words of ['no secret\n', 'x'.repeat(1_000)]) {
      const socket = connect(join(folder, 'socket'));
      socket.on('error', () => {});
      socket.write(words);
      await new Promise((resolve) => socket.resume().once('close', resolve));
    }
    start(seat.command);
    expect((await next()).number).toBe(1);
  },
);
