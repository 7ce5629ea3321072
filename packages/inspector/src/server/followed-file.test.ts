import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FollowedFile } from './followed-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'emend-followed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function followed(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  const file = await FollowedFile.open(path);
  const seen: [number, boolean][] = [];
  file.listen(() => seen.push([file.size, file.isLive]));
  const textOf = async (start: number, end: number) => Buffer.from(await file.read(start, end)).toString();
  return { path, file, seen, textOf };
}

test('[IP33] what a file has at first can be read, and what is added is told', async () => {
  const { path, file, seen, textOf } = await followed('grows', 'one\n');
  expect([file.size, file.isLive, await textOf(0, 4), await textOf(1, 100)]).toEqual([4, true, 'one\n', 'ne\n']);
  await file.look();
  expect(seen).toEqual([]);
  appendFileSync(path, 'two\n');
  await Promise.all([file.look(), file.look()]);
  expect([seen, await textOf(4, 8), await textOf(8, 4)]).toEqual([[[8, true]], 'two\n', '']);
  await file.close();
});

test('[IP33] bytes that are not UTF-8 are no text, and a mark at the start is part of it', async () => {
  const { file } = await followed('bytes', '');
  const texts = ['ä€😀', '\ufeffa', '', 'a\ufffdb'];
  expect(texts.map((text) => file.decode(new TextEncoder().encode(text)))).toEqual(texts);
  const others = [[0xff], [0x61, 0xe2, 0x82], [0xed, 0xa0, 0x80], [0xef, 0xbf, 0xbd, 0xff]];
  expect(others.map((bytes) => file.decode(Uint8Array.from(bytes)))).toEqual(others.map(() => undefined));
  await file.close();
});

test('[IP33] a file that is watched is looked at by itself', async () => {
  const { path, file, seen } = await followed('watched', '');
  file.watch();
  appendFileSync(path, 'later\n');
  await expect.poll(() => seen).toEqual([[6, true]]);
  await file.close();
});

test('[IP33] the end is told after what came before it', async () => {
  const { path, file, seen } = await followed('ends', '');
  appendFileSync(path, 'last');
  await file.end();
  await file.end();
  expect(seen).toEqual([
    [4, true],
    [4, false],
  ]);
  await file.close();
});

test('[IP33] a file that becomes shorter is not followed any further', async () => {
  const { path, file, seen, textOf } = await followed('cut', 'one\ntwo\n');
  truncateSync(path, 4);
  await file.look();
  appendFileSync(path, 'three\n');
  await file.look();
  expect([seen, file.size, await textOf(0, 4)]).toEqual([[[8, false]], 8, 'one\n']);
  await file.close();
});

test('[IP33] a file that is not there and a folder are errors of the system', async () => {
  await expect(FollowedFile.open(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(FollowedFile.open(folder)).rejects.toMatchObject({ code: 'EISDIR' });
});
