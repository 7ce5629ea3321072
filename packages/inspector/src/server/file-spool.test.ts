import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileSpools } from './file-spool.ts';

const before = process.env['TMPDIR'];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'emend-spools-'));
  process.env['TMPDIR'] = folder;
});
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  rmSync(folder, { recursive: true, force: true });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array) => new TextDecoder().decode(found);

test('[IP34] what is kept beside a recording is in temporary files, which are gone at the end', async () => {
  const spools = new FileSpools();
  const [one, other] = [spools.open(), spools.open()];
  expect([readdirSync(folder), text(await one.read(0, 10))]).toEqual([[], '']);
  await one.append(bytes('first '));
  await other.append(bytes('other'));
  await one.append(bytes('second'));
  expect([one.size, text(await one.read(0, 100)), text(await one.read(6, 9)), text(await other.read(0, 5))]).toEqual([
    12,
    'first second',
    'sec',
    'other',
  ]);
  expect(readdirSync(folder)).toHaveLength(1);
  spools.close();
  expect(readdirSync(folder)).toEqual([]);
});
