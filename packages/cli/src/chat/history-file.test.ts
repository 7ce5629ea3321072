import {
  appendFileSync,
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
import { History } from '../terminal/history.ts';
import { HistoryFile, historyPath } from './history-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emend-history-'));
  path = historyPath({ XDG_STATE_HOME: folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

const recalled = (file: string) => new HistoryFile(file).recall();
const keep = (file: string, text: string) => new HistoryFile(file).keep(text);

function write(text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test('what is kept is there at once, behind what another has kept, and for this person alone', () => {
  expect(recalled(path)).toEqual([]);
  keep(path, 'one\ntwo');
  expect(recalled(path)).toEqual(['one\ntwo']);
  keep(path, 'of another');
  keep(path, 'three');
  expect(recalled(path)).toEqual(['one\ntwo', 'of another', 'three']);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a file is trimmed when it is opened, in number and in size', () => {
  const entries = Array.from({ length: 1_200 }, (_, index) => `entry ${index}`);
  write(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  expect(recalled(path)).toEqual(entries.slice(-1_000));
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(1_001);
  const large = Array.from({ length: 40 }, (_, index) => `${index}é`.padEnd(60_000, 'x'));
  for (const entry of large) keep(path, entry);
  expect(recalled(path)).toEqual(large.slice(-17));
  expect(statSync(path).size).toBeLessThan(1024 * 1024);
  expect(readdirSync(dirname(path))).toEqual(['history.ndjson']);
});

test('of a file that is too long, a line whose beginning was not read is no entry', () => {
  // What can be read begins with the second quote, and by itself would be a text.
  const filler = 'x'.repeat(1024 * 1024 - '"end"\n""\n'.length);
  write(`"of a longer \\"end"\n"${filler}"\n`);
  expect(recalled(path)).toEqual([filler]);
});

test('a text that would push out the others is not kept', () => {
  keep(path, 'x'.repeat(100_000));
  keep(path, 'y');
  expect(recalled(path)).toEqual(['y']);
});

test('a broken file gives what can be read, and is good for the next', () => {
  write('"a"\nnot JSON\n["b"]\n\n"c"\n"cut of');
  expect(recalled(path)).toEqual(['a', 'c']);
  keep(path, 'd');
  expect(recalled(path)).toEqual(['a', 'c', 'd']);
  expect(readFileSync(path, 'utf8')).toBe('"a"\n"c"\n"d"\n');
});

test('a place that cannot be read or written is no reason to fail', () => {
  mkdirSync(path, { recursive: true });
  keep(path, 'a');
  expect(recalled(path)).toEqual([]);
  const below = join(folder, 'file', 'history');
  writeFileSync(join(folder, 'file'), '');
  keep(below, 'a');
  expect(recalled(below)).toEqual([]);
});

test.skipIf(process.platform === 'win32')('whoever has made it a link to elsewhere finds it there', () => {
  write('');
  const link = join(folder, 'link');
  symlinkSync(path, link);
  write('"a"\nbroken\n');
  expect(recalled(link)).toEqual(['a']);
  keep(link, 'b');
  expect(readFileSync(path, 'utf8')).toBe('"a"\n"b"\n');
  const nowhere = join(folder, 'nowhere');
  symlinkSync('/dev/null', nowhere);
  keep(nowhere, 'a');
  expect(recalled(nowhere)).toEqual([]);
});

test('what another chat keeps is found when one begins to go back, in the order in which it was sent', () => {
  const [one, other] = [new HistoryFile(path), new HistoryFile(path)];
  const history = new History(one);
  history.add('one');
  other.keep('two');
  expect([history.older('draft'), history.older('two')]).toEqual(['two', 'one']);
  other.keep('three');
  // Whoever goes through what there was is not disturbed.
  expect([history.newer(), history.newer(), history.newer()]).toEqual(['two', 'draft', undefined]);
  expect(history.older('draft')).toBe('three');
  other.keep('four é');
  history.add('five');
  expect([one.recall(), other.recall()]).toEqual(Array(2).fill(['one', 'two', 'three', 'four é', 'five']));
});

test('a line that is still being written is no entry yet', () => {
  const file = new HistoryFile(path);
  file.keep('a');
  appendFileSync(path, '"half');
  expect(file.recall()).toEqual(['a']);
  appendFileSync(path, ' and half"\n');
  expect(file.recall()).toEqual(['a', 'half and half']);
});

test('a file that another has trimmed, or put in its place, is read anew', () => {
  const file = new HistoryFile(path);
  file.keep('a');
  write('broken\n"x"\n');
  expect(recalled(path)).toEqual(['x']);
  keep(path, 'y');
  expect(file.recall()).toEqual(['x', 'y']);
  rmSync(path);
  expect(file.recall()).toEqual(['x', 'y']);
  file.keep('z');
  expect(file.recall()).toEqual(['z']);
});

test('what the file cannot keep is remembered by the chat itself', () => {
  const file = new HistoryFile(path);
  const long = 'x'.repeat(100_000);
  for (const text of ['a', long, 'b']) file.keep(text);
  expect(file.recall()).toEqual(['a', long, 'b']);
  expect(recalled(path)).toEqual(['a', 'b']);
});
