import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TemporaryFolder } from './temporary-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-temporary-'));
beforeAll(() => void vi.stubEnv('TMPDIR', folder));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('a folder is for our user only, and what killed processes have left is removed', () => {
  const first = new TemporaryFolder('emend-inspect');
  const [own = ''] = readdirSync(folder);
  const [, namespace = ''] = /^emend-inspect-\d+\.(\d+)-/.exec(own) ?? [];
  expect(own.startsWith(`emend-inspect-${process.pid}.`)).toBe(true);
  expect(statSync(join(folder, own)).mode & 0o777).toBe(0o700);
  // No system has so many processes.
  const dead = (of: string, more: string) => `emend-inspect-99999999.${of}-${more}`;
  const kept = join(folder, 'kept');
  mkdirSync(kept);
  writeFileSync(join(kept, 'file'), '');
  mkdirSync(join(folder, dead(namespace, 'a')));
  writeFileSync(join(folder, dead(namespace, 'a'), 'recording.ndjson'), 'left');
  symlinkSync(kept, join(folder, dead(namespace, 'b')));
  const others = [
    `emend-check-99999999.${namespace}-e`,
    dead(`${namespace}1`, 'c'),
    'emend-inspect-99999999',
    `emend-inspect-${process.ppid}.${namespace}-d`,
  ];
  for (const name of others) mkdirSync(join(folder, name));
  const second = new TemporaryFolder('emend-inspect');
  expect(readdirSync(kept)).toEqual(['file']);
  const left = readdirSync(folder).filter((name) => name !== own);
  expect(left.filter((name) => !name.startsWith(`emend-inspect-${process.pid}.`)).sort()).toEqual(
    [...others, 'kept'].sort(),
  );
  first.remove();
  second.remove();
  expect(readdirSync(folder).sort()).toEqual([...others, 'kept'].sort());
});
