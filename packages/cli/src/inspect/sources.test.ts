import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inspector } from '@emend/inspector';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openSource, type Source } from './sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-sources-'));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (at: number, text: string) =>
  `{"at":${at},"from":"agent","message":{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"${text}"}}}}}`;

/** Opens what an inspector shows, with a folder of its own for temporary files; it is closed with the test. */
async function opened(...args: Parameters<typeof openSource>): Promise<Source & { kept(): string; left(): string[] }> {
  const path = mkdtempSync(file('tmp-'));
  vi.stubEnv('TMPDIR', path);
  const source = await openSource(...args);
  vi.unstubAllEnvs();
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= source.close();
    return closing;
  };
  onTestFinished(close);
  const kept = () =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('');
  return { ...source, close, kept, left: () => readdirSync(path) };
}

async function linesOf(inspector: Inspector): Promise<string[]> {
  const { frames } = await inspector.ask('overview', {});
  const all = Array.from({ length: frames }, (_, index) => inspector.ask('frame', { frame: index + 1 }));
  return (await Promise.all(all)).map(({ raw }) => raw);
}

const problemOf = async (...args: Parameters<typeof openSource>): Promise<string> =>
  openSource(...args).then(
    () => 'opened',
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('[IP36] what cannot be read is told in a sentence', async () => {
  const missing = file('missing.ndjson');
  const socket = file('socket');
  const server = createServer().listen(socket);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(
    await Promise.all([
      problemOf(missing, [], {}),
      problemOf(missing, [], { redact: 'key' }),
      problemOf(folder, [], {}),
      problemOf('/dev/null', [], {}),
      problemOf(socket, [], { redact: true }),
      problemOf('-', ['no-such-agent'], {}),
      problemOf('-', ['no-such-agent'], { proxy: true }),
    ]),
  ).toEqual([
    `Problem: There is no file ${missing}.`,
    `Problem: There is no file ${missing}.`,
    `Problem: ${folder} is a directory, not a file.`,
    'Problem: /dev/null is a device, not a file.',
    `Problem: ${socket} is a socket, not a file.`,
    "Problem: The agent could not be started: The command 'no-such-agent' was not found.",
    "Problem: The agent could not be started: The command 'no-such-agent' was not found.",
  ]);
});

test('[IP36] a named pipe is read as it comes, also one that nobody has opened yet, and nothing of it is lost', async () => {
  const pipe = file('pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const { inspector, close, left } = await opened(pipe, [], {});
  expect(await linesOf(inspector)).toEqual([]);
  const writer = spawn('sh', ['-c', `cat > ${pipe}`]);
  onTestFinished(() => void writer.kill());
  writer.stdin.write(`${line(1, 'one')}\n`);
  await expect.poll(() => linesOf(inspector)).toEqual([line(1, 'one')]);
  expect(await inspector.ask('overview', {})).toMatchObject({ isLive: true, source: { kind: 'file', name: pipe } });
  writer.stdin.end(line(2, 'two'));
  await expect.poll(async () => (await inspector.ask('overview', {})).isLive).toBe(false);
  await expect.poll(() => linesOf(inspector)).toEqual([line(1, 'one'), line(2, 'two')]);
  await close();
  expect(left()).toEqual([]);
});

test('[IP36, IP39] a pipe to which nobody writes does not keep it from ending', async () => {
  const pipe = file('silent');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const { close, left } = await opened(pipe, [], { redact: true });
  await close();
  expect(left()).toEqual([]);
});

test.skipIf(!existsSync('/proc/version'))('[IP36] a file without a size that has bytes is shown', async () => {
  const { inspector } = await opened('/proc/version', [], {});
  await expect.poll(async () => (await linesOf(inspector)).join('')).toBe(readFileSync('/proc/version', 'utf8').trim());
  writeFileSync(file('empty.ndjson'), '');
  const empty = await opened(file('empty.ndjson'), [], {});
  expect(await empty.inspector.ask('overview', {})).toMatchObject({ frames: 0, isLive: true, leftOut: [] });
});

test('[IP38, IP40] an agent that dies is told on the page without its secrets, and the page stays', async () => {
  const dying = `process.stdin.once('data', () => { console.error('out of sesame-1234567'); process.exit(7); });`;
  vi.stubEnv('MY_API_KEY', 'sesame-1234567');
  const { inspector } = await opened('-', [process.execPath, '-e', dying], { redact: true });
  const ended = async () => (await inspector.ask('talkState', {})).ended;
  await expect.poll(ended).toContain('The agent ended with status 7.');
  await expect.poll(async () => (await linesOf(inspector)).at(-1)).toContain('out of [redacted]');
  expect(await ended()).not.toContain('sesame');
});

test('[IP38] a remote agent that is not there is told on the page', async () => {
  const { inspector } = await opened('-', { url: 'ws://127.0.0.1:1/acp', token: undefined }, {});
  await expect
    .poll(async () => (await inspector.ask('talkState', {})).ended)
    .toBe('Nothing listens at 127.0.0.1:1. Is the server running?');
});

test('[IP40] a file is shown without its secrets', async () => {
  mkdirSync(file('secrets'));
  const path = file('secrets/a.ndjson');
  writeFileSync(path, `${line(1, 'use sesame-1234567 now')}\n${line(2, 'that is it')}\n`);
  vi.stubEnv('MY_API_KEY', 'sesame-1234567');
  const { inspector, kept } = await opened(path, [], { redact: true });
  await expect.poll(() => linesOf(inspector)).toEqual([line(1, 'use [redacted] now'), line(2, 'that is it')]);
  expect(kept()).not.toContain('sesame');
});
