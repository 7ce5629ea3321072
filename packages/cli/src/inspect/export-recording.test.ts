import { spawn, spawnSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildPage } from '../../../../test/support/build.ts';
import { Problem } from '../output/problem.ts';
import { commandFile } from '../test-support/built-command.ts';
import { exportRecording } from './export-recording.ts';
import { usageProblem } from './inspect-options.ts';
import { openSource } from './sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-export-'));
const file = (name: string) => join(folder, name);
const line =
  '{"at":1,"from":"agent","message":{"jsonrpc":"2.0","method":"x","params":{"note":"s3cret-value","apiKey":"abc"}}}\n';

beforeAll(() => {
  buildPage();
  writeFileSync(file('a.ndjson'), line);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shown = (stderr: string) => stderr.replaceAll(`${folder}/`, '').replace(/\d\.\d MB/, 'N MB');

/** Runs the command as people do. */
function inspect(...args: string[]) {
  const env = { ...process.env, SOME_SECRET: 's3cret-value' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandFile, 'inspect', ...args], {
    encoding: 'utf8',
    env,
    input: line,
  });
  return { status, stdout, stderr: shown(stderr) };
}

/** Exports as the command does, in this process, and returns what it says. */
async function exported(from: string, page: string, options: Parameters<typeof exportRecording>[2] = {}) {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.stubEnv('SOME_SECRET', 's3cret-value');
  try {
    const status = await exportRecording(file(from), file(page), options);
    return { status, stderr: shown(written.mock.calls.join('')) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { status: 1, stderr: shown(`${written.mock.calls.join('')}emend: ${error.message}\n`) };
  } finally {
    vi.unstubAllEnvs();
    written.mockRestore();
  }
}

function recordingIn(name: string): string {
  const base64 = /class="recording">([^<]*)</.exec(readFileSync(file(name), 'utf8'))?.[1] ?? '';
  return gunzipSync(Buffer.from(base64, 'base64')).toString('utf8');
}

test('[IP104] a page is masked unless it is to be raw, and says so', async () => {
  expect(inspect(file('a.ndjson'), '--export', file('masked.html'))).toEqual({
    status: 0,
    stdout: '',
    stderr: 'emend inspect: Wrote masked.html, N MB. 1 value in it is masked; look at it before you share it.\n',
  });
  expect(recordingIn('masked.html')).toBe(line.replace('s3cret-value', '[redacted]'));
  expect(inspect('-', '--export', file('keys.html'), '--redact', 'apiKey')).toMatchObject({
    status: 0,
    stderr: 'emend inspect: Wrote keys.html, N MB. 2 values in it are masked; look at it before you share it.\n',
  });
  expect(recordingIn('keys.html')).toBe(line.replace('s3cret-value', '[redacted]').replace('abc', '[redacted]'));
  expect(await exported('a.ndjson', 'raw.html', { raw: true })).toMatchObject({
    status: 0,
    stderr: 'emend inspect: Wrote raw.html, N MB. Nothing in it is masked.\n',
  });
  expect(recordingIn('raw.html')).toBe(line);
});

test('[IP106] an earlier page is never lost, and half a page is never left', async () => {
  await exported('a.ndjson', 'page.html', { raw: true });
  const earlier = readFileSync(file('page.html'), 'utf8');
  expect((await exported('a.ndjson', 'page.html')).stderr).toMatch(
    /^emend inspect: The earlier page is page.html.1 now.\nemend inspect: Wrote page.html/,
  );
  expect(readFileSync(file('page.html.1'), 'utf8')).toBe(earlier);
  expect(await exported('none.ndjson', 'other.html')).toEqual({
    status: 1,
    stderr: 'emend: There is no file none.ndjson.\n',
  });
  expect(await exported('a.ndjson', 'missing/x.html')).toEqual({
    status: 1,
    stderr: 'emend: missing/x.html cannot be written: no such file or directory.\n',
  });
  expect(readdirSync(folder).filter((name) => /^other|part$/.test(name))).toEqual([]);
});

test('[IP107] a page replaces neither the recording nor a file that is no page', async () => {
  writeFileSync(file('b.ndjson'), line);
  symlinkSync(file('b.ndjson'), file('link.html'));
  linkSync(file('b.ndjson'), file('hard.html'));
  writeFileSync(file('notes.html'), '<!doctype html>\n<title>Notes</title>');
  const before = readdirSync(folder).sort();
  const told = async (page: string) => {
    const { status, stderr } = await exported('b.ndjson', page);
    return [status, stderr];
  };
  const replaced = (page: string) => [1, `emend: ${page} would replace the recording. Give the page another name.\n`];
  expect(await Promise.all(['b.ndjson', 'link.html', 'hard.html', 'notes.html'].map(told))).toEqual([
    replaced('b.ndjson'),
    replaced('link.html'),
    replaced('hard.html'),
    [1, 'emend: notes.html exists and is not an exported page. Give the page another name.\n'],
  ]);
  expect([readdirSync(folder).sort(), readFileSync(file('b.ndjson'), 'utf8')]).toEqual([before, line]);
});

test('[IP107] a page is written to a new file, through no link that waits for it', async () => {
  writeFileSync(file('c.ndjson'), line);
  symlinkSync(file('c.ndjson'), file('new.html.part'));
  expect(await exported('c.ndjson', 'new.html')).toMatchObject({ status: 0 });
  expect([readFileSync(file('c.ndjson'), 'utf8'), readlinkSync(file('new.html.part'))]).toEqual([
    line,
    file('c.ndjson'),
  ]);
  expect([recordingIn('new.html'), lstatSync(file('new.html')).mode & 0o777]).toEqual([
    line.replace('s3cret-value', '[redacted]'),
    0o600,
  ]);
});

test('[IP107] a pipe is exported whole, and a device is none', async () => {
  spawnSync('mkfifo', [file('pipe')]);
  const writer = spawn('sh', ['-c', `cat > ${file('pipe')}`]);
  onTestFinished(() => void writer.kill());
  writer.stdin.end(line);
  expect(await exported('pipe', 'piped.html', { raw: true })).toMatchObject({ status: 0 });
  expect(recordingIn('piped.html')).toBe(line);
  expect(await exported('../../../../../../../dev/null', 'none.html')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('/dev/null is a device, not a file.'),
  });
});

test('[IP107] an exported page is not taken for a recording', async () => {
  await exported('a.ndjson', 'shown.html');
  const words = 'shown.html is an exported page. Open it in a browser.';
  expect(await exported('shown.html', 'again.html')).toEqual({ status: 1, stderr: `emend: ${words}\n` });
  for (const options of [{}, { redact: 'key' }])
    await expect(openSource(file('shown.html'), [], options)).rejects.toThrow(file(words));
});

test('[IP106] options that do not go together are wrong usage', () => {
  const { status, stderr } = inspect('--raw', file('a.ndjson'));
  expect([status, stderr.split('\n')[0]]).toEqual([2, "error: option '--raw' needs '--export'"]);
  const options = { host: '127.0.0.1', port: 0, export: 'x.html' } as const;
  const usage = (agent: string[], more: object) =>
    usageProblem({ files: agent.length > 0 ? [] : ['a'], agent }, { ...options, ...more }, false);
  expect([
    usage([], { raw: true, redact: true }),
    usage(['agent'], {}),
    usage([], { addressFile: 'address' }),
    usage([], {}),
  ]).toEqual([
    "give '--raw' or '--redact', not both",
    "option '--export' takes a FILE, not an agent",
    "option '--address-file' does not go with '--export', which starts no server",
    undefined,
  ]);
});
