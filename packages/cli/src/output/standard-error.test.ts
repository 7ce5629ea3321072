import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { BoundedWriter } from './standard-error.ts';

/** A stream whose reader takes one chunk when told to. */
function slowStream() {
  const written: string[] = [];
  let taken: () => void = () => {};
  const stream = new Writable({
    decodeStrings: false,
    highWaterMark: 1,
    write(chunk, _encoding, callback) {
      written.push(String(chunk));
      taken = callback;
    },
  });
  return { stream, written, take: () => taken() };
}

test('what waits for a slow reader is bounded, and what is left out is counted and said once there is room', async () => {
  const { stream, written, take } = slowStream();
  const writer = new BoundedWriter(stream, 10);
  writer.write('first, longer than the limit');
  for (let count = 0; count < 1000; count++) writer.write(Buffer.from('12345'));
  writer.write('€€');
  expect(stream.writableLength).toBeLessThanOrEqual(38);
  const drained = new Promise((resolve) => stream.once('drain', resolve));
  take();
  await drained;
  take();
  writer.write('last');
  take();
  await new Promise(setImmediate);
  take();
  expect(written).toEqual([
    'first, longer than the limit',
    '\nemend: 5006 bytes of standard error are missing here, since nobody read them in time.\n',
    'last',
  ]);
});

test('a stream that fails or is gone ends nothing', async () => {
  const failing = new Writable({ write: (_chunk, _encoding, callback) => callback(new Error('EPIPE')) });
  const closed = new Promise((resolve) => failing.once('close', resolve));
  const writer = new BoundedWriter(failing);
  writer.write('a');
  await closed;
  writer.write('b');
});
