import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTextFile, writeTextFile } from './text-file.ts';

let base: string;

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'emend-text-file-')));
  for (const folder of ['root', 'outside']) mkdirSync(join(base, folder));
  writeFileSync(join(base, 'outside', 'secret'), 'SECRET');
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

// The real place of a path is known by then; these links were put there after it had been found.

test('a file whose place was taken by a link is neither read nor written', async () => {
  const path = join(base, 'root', 'f');
  symlinkSync(join(base, 'outside', 'secret'), path);
  await expect(readTextFile(path, 1_000)).rejects.toMatchObject({ code: 'ELOOP' });
  await expect(writeTextFile(path, 'x')).rejects.toMatchObject({ message: `Not a file: ${path}` });
  expect(readFileSync(path, 'utf8')).toBe('SECRET');
});

test('nothing is written below a folder whose place was taken by a link', async () => {
  symlinkSync(join(base, 'outside'), join(base, 'root', 'folder'));
  for (const name of ['secret', 'new']) {
    const path = join(base, 'root', 'folder', name);
    await expect(writeTextFile(path, 'x')).rejects.toMatchObject({ message: `Not a file: ${path}` });
  }
  expect(readFileSync(join(base, 'outside', 'secret'), 'utf8')).toBe('SECRET');
  expect(readdirSync(join(base, 'outside'))).toEqual(['secret']);
});
