import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPage } from '../../../../test/support/build.ts';
import { commandFile } from '../test-support/built-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-export-'));
const file = (name: string) => join(folder, name);
const line =
  '{"at":1,"from":"agent","message":{"jsonrpc":"2.0","method":"x","params":{"note":"s3cret-value","apiKey":"abc"}}}\n';

beforeAll(() => {
  buildPage();
  writeFileSync(file('a.ndjson'), line);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function inspect(...args: string[]) {
  const env = { ...process.env, SOME_SECRET: 's3cret-value' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandFile, 'inspect', ...args], {
    encoding: 'utf8',
    env,
    input: line,
  });
  return { status, stdout, stderr: stderr.replaceAll(`${folder}/`, '').replace(/\d\.\d MB/, 'N MB') };
}

function recordingIn(name: string): string {
  const base64 = /class="recording">([^<]*)</.exec(readFileSync(file(name), 'utf8'))?.[1] ?? '';
  return gunzipSync(Buffer.from(base64, 'base64')).toString('utf8');
}

test('[IP104] a page is masked unless it is to be raw, and says so', () => {
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
  expect(inspect(file('a.ndjson'), '--export', file('raw.html'), '--raw')).toMatchObject({
    status: 0,
    stderr: 'emend inspect: Wrote raw.html, N MB. Nothing in it is masked.\n',
  });
  expect(recordingIn('raw.html')).toBe(line);
});

test('[IP106] an earlier page is never lost, and half a page is never left', () => {
  inspect(file('a.ndjson'), '--export', file('page.html'), '--raw');
  const earlier = readFileSync(file('page.html'), 'utf8');
  expect(inspect(file('a.ndjson'), '--export', file('page.html')).stderr).toMatch(
    /^emend inspect: The earlier page is page.html.1 now.\nemend inspect: Wrote page.html/,
  );
  expect(readFileSync(file('page.html.1'), 'utf8')).toBe(earlier);
  expect(inspect(file('none.ndjson'), '--export', file('other.html'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no file none.ndjson.'),
  });
  expect(inspect(file('a.ndjson'), '--export', join(folder, 'missing', 'x.html'))).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('missing/x.html cannot be written: no such file or directory.'),
  });
  expect(readdirSync(folder).filter((name) => /^other|part$/.test(name))).toEqual([]);
});

test('[IP107] a page replaces neither the recording nor a file that is no page', () => {
  writeFileSync(file('b.ndjson'), line);
  symlinkSync(file('b.ndjson'), file('link.html'));
  linkSync(file('b.ndjson'), file('hard.html'));
  writeFileSync(file('notes.html'), '<!doctype html>\n<title>Notes</title>');
  const before = readdirSync(folder).sort();
  const told = (page: string) => {
    const { status, stderr } = inspect(file('b.ndjson'), '--export', file(page));
    return [status, stderr];
  };
  const replaced = (page: string) => [1, `emend: ${page} would replace the recording. Give the page another name.\n`];
  expect(['b.ndjson', 'link.html', 'hard.html', 'notes.html'].map(told)).toEqual([
    replaced('b.ndjson'),
    replaced('link.html'),
    replaced('hard.html'),
    [1, 'emend: notes.html exists and is not an exported page. Give the page another name.\n'],
  ]);
  expect([readdirSync(folder).sort(), readFileSync(file('b.ndjson'), 'utf8')]).toEqual([before, line]);
});

test('[IP107] an exported page is not taken for a recording', () => {
  inspect(file('a.ndjson'), '--export', file('shown.html'));
  const told = { status: 1, stdout: '', stderr: 'emend: shown.html is an exported page. Open it in a browser.\n' };
  expect([
    inspect(file('shown.html')),
    inspect('--redact', 'key', file('shown.html')),
    inspect(file('shown.html'), '--export', file('again.html')),
  ]).toEqual([told, told, told]);
});

test('[IP106] options that do not go together are wrong usage', () => {
  const usage = (...args: string[]) => {
    const { status, stderr } = inspect(...args);
    return [status, stderr.split('\n')[0]];
  };
  expect([
    usage('--raw', file('a.ndjson')),
    usage(file('a.ndjson'), '--export', 'x.html', '--raw', '--redact'),
    usage('--export', 'x.html', '--', 'agent'),
  ]).toEqual([
    [2, "error: option '--raw' needs '--export'"],
    [2, "error: give '--raw' or '--redact', not both"],
    [2, "error: option '--export' takes a FILE, not an agent"],
  ]);
});
