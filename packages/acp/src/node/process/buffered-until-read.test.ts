import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { bufferedUntilRead } from './buffered-until-read.ts';

const piece = Buffer.alloc(64 * 1024, 'x');

/** Lets streams move what they have. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('what came before the first reader is there, and the end is told', async () => {
  const source = new PassThrough();
  const kept = bufferedUntilRead(source);
  source.write('first ');
  await settled();
  source.end('last');
  await settled();
  expect((await kept.toArray()).join('')).toBe('first last');
});

test('without a reader the source never stops, and no more than a megabyte is kept, of the beginning', async () => {
  const source = new PassThrough();
  const kept = bufferedUntilRead(source);
  source.write('beginning');
  for (let count = 0; count < 100; count += 1) {
    source.write(piece);
    await settled();
  }
  expect([source.isPaused(), source.readableLength, source.writableLength]).toEqual([false, 0, 0]);
  source.end('end');
  await settled();
  const text = (await kept.toArray()).join('');
  expect(text.slice(0, 10)).toBe('beginningx');
  expect(text.length).toBeLessThanOrEqual(1024 * 1024 + 2 * piece.length);
});

test('a reader that pauses holds the source, and loses nothing; one that leaves lets it go', async () => {
  const source = new PassThrough();
  const kept = bufferedUntilRead(source);
  let length = 0;
  kept.on('data', (bytes: Uint8Array) => {
    length += bytes.length;
  });
  kept.pause();
  for (let count = 0; count < 100; count += 1) source.write(piece);
  await settled();
  expect([source.isPaused(), length]).toEqual([true, 0]);
  kept.resume();
  while (length < 100 * piece.length) await settled();
  kept.pause();
  for (let count = 0; count < 100; count += 1) source.write(piece);
  await settled();
  kept.destroy();
  await settled();
  expect([source.isPaused(), length]).toEqual([false, 100 * piece.length]);
  while (source.readableLength > 0 || source.writableLength > 0) await settled();
});
