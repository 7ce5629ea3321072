import { appendFileSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
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
  expect(file.notice).toBe(rewritten);
  await file.close();
});

/** Says that a file is watched, without the timer, so that a test looks when it wants to. */
function watchByHand(file: FollowedFile): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  file.watch();
}

const rewritten = 'The file was cut or written anew while it was shown, and is not followed any further. Start again.';

test('[IP33] a file that is written anew and is longer by then is not followed either', async () => {
  const { path, file, seen } = await followed('anew', 'one\ntwo\n');
  watchByHand(file);
  await file.look();
  appendFileSync(path, 'three\n');
  await file.look();
  writeFileSync(path, 'another recording\n');
  await file.look();
  expect([seen, file.size, file.notice]).toEqual([
    [
      [14, true],
      [18, false],
    ],
    18,
    rewritten,
  ]);
  await file.close();
});

test('[IP33] a file that is renamed, deleted or replaced is shown further, and a sentence says so', async () => {
  const { path, file, seen } = await followed('named', 'one\n');
  watchByHand(file);
  const notices: unknown[] = [];
  const look = async () => {
    await file.look();
    notices.push(file.notice);
  };
  await look();
  renameSync(path, `${path}.1`);
  await look();
  writeFileSync(path, 'another\n');
  await look();
  appendFileSync(`${path}.1`, 'two\n');
  await look();
  renameSync(`${path}.1`, path);
  await look();
  rmSync(path);
  await look();
  const removed = 'The file was deleted or renamed while it was shown. The page still shows it.';
  const replaced =
    'Another file has taken the name of this one. The page shows the earlier file; start again to see the new one.';
  expect(notices).toEqual([undefined, removed, replaced, replaced, undefined, removed]);
  expect(seen).toEqual([4, 4, 8, 8, 8].map((size) => [size, true]));
  await file.close();
});

test('[IP33] a file that is not there and a folder are errors of the system', async () => {
  await expect(FollowedFile.open(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(FollowedFile.open(folder)).rejects.toMatchObject({ code: 'EISDIR' });
});
