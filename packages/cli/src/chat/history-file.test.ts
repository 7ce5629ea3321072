import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendHistory, historyPath, readHistory } from './history-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emend-history-'));
  path = historyPath({ XDG_STATE_HOME: folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test('what is kept is there at once, behind what another has kept, and for this person alone', () => {
  expect(readHistory(path)).toEqual([]);
  appendHistory(path, 'one\ntwo');
  expect(readHistory(path)).toEqual(['one\ntwo']);
  appendHistory(path, 'of another');
  appendHistory(path, 'three');
  expect(readHistory(path)).toEqual(['one\ntwo', 'of another', 'three']);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a file is trimmed when it is opened, in number and in size', () => {
  const entries = Array.from({ length: 1_200 }, (_, index) => `entry ${index}`);
  for (const entry of entries) appendHistory(path, entry);
  expect(readHistory(path)).toEqual(entries.slice(-1_000));
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(1_001);
  const large = Array.from({ length: 40 }, (_, index) => `${index}é`.padEnd(60_000, 'x'));
  for (const entry of large) appendHistory(path, entry);
  expect(readHistory(path)).toEqual(large.slice(-17));
  expect(statSync(path).size).toBeLessThan(1024 * 1024);
  expect(readdirSync(dirname(path))).toEqual(['history.ndjson']);
});

test('of a file that is too long, a line whose beginning was not read is no entry', () => {
  // What can be read begins with the second quote, and by itself would be a text.
  const filler = 'x'.repeat(1024 * 1024 - '"end"\n""\n'.length);
  write(`"of a longer \\"end"\n"${filler}"\n`);
  expect(readHistory(path)).toEqual([filler]);
});

test('a text that would push out the others is not kept', () => {
  appendHistory(path, 'x'.repeat(100_000));
  appendHistory(path, 'y');
  expect(readHistory(path)).toEqual(['y']);
});

test('a broken file gives what can be read, and is good for the next', () => {
  write('"a"\nnot JSON\n["b"]\n\n"c"\n"cut of');
  expect(readHistory(path)).toEqual(['a', 'c']);
  appendHistory(path, 'd');
  expect(readHistory(path)).toEqual(['a', 'c', 'd']);
  expect(readFileSync(path, 'utf8')).toBe('"a"\n"c"\n"d"\n');
});

test('a place that cannot be read or written is no reason to fail', () => {
  mkdirSync(path, { recursive: true });
  appendHistory(path, 'a');
  expect(readHistory(path)).toEqual([]);
  const below = join(folder, 'file', 'history');
  writeFileSync(join(folder, 'file'), '');
  appendHistory(below, 'a');
  expect(readHistory(below)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('whoever has made it a link to elsewhere finds it there', () => {
  write('');
  const link = join(folder, 'link');
  symlinkSync(path, link);
  write('"a"\nbroken\n');
  expect(readHistory(link)).toEqual(['a']);
  appendHistory(link, 'b');
  expect(readFileSync(path, 'utf8')).toBe('"a"\n"b"\n');
  const nowhere = join(folder, 'nowhere');
  symlinkSync('/dev/null', nowhere);
  appendHistory(nowhere, 'a');
  expect(readHistory(nowhere)).toEqual([]);
});
