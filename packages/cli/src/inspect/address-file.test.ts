import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AddressFile } from './address-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-address-'));
const path = join(folder, 'address');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const address = 'http://127.0.0.1:4711/#token=abc';

test('[IP43] the address is in a file that only its owner can read, until the end', () => {
  const file = new AddressFile(path, address);
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([`${address}\n`, 0o600]);
  file.remove();
  file.remove();
  expect(existsSync(path)).toBe(false);
});

test('[IP43] an address that was left behind is replaced, with its rights, and that of another process is not removed', () => {
  writeFileSync(path, 'http://127.0.0.1:1/#token=old\n');
  chmodSync(path, 0o644);
  const file = new AddressFile(path, address);
  expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual([`${address}\n`, 0o600]);
  const later = new AddressFile(path, 'http://127.0.0.1:2/#token=later');
  file.remove();
  expect(readFileSync(path, 'utf8')).toBe('http://127.0.0.1:2/#token=later\n');
  later.remove();
});

test('[IP43] no other file is replaced, no link is followed, and a file that cannot be written is told', () => {
  const target = join(folder, 'target');
  const link = join(folder, 'link');
  writeFileSync(path, '{"at":1}\n');
  writeFileSync(target, 'http://127.0.0.1:1/#token=old\n');
  symlinkSync(target, link);
  const told = (name: string) => {
    try {
      return new AddressFile(name, address);
    } catch (error) {
      return (error as Error).message;
    }
  };
  const missing = join(folder, 'missing', 'address');
  const exists = (name: string) => `${name} exists and is not the address of an inspector. Give another name.`;
  expect([path, link, folder, missing].map(told)).toEqual([
    exists(path),
    exists(link),
    exists(folder),
    `${missing} cannot be written: no such file or directory.`,
  ]);
  expect([readFileSync(path, 'utf8'), readFileSync(target, 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual([
    '{"at":1}\n',
    'http://127.0.0.1:1/#token=old\n',
    true,
  ]);
});
