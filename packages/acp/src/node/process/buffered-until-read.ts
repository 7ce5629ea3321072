import { PassThrough, type Readable } from 'node:stream';

/** How much is buffered until the stream is read, in bytes. */
const capacity = 1024 * 1024;

/**
 * Returns a copy of a stream that buffers its beginning until it is read. The source never waits for the first reader: what does not fit
 * into the buffer is dropped. Once there is a reader, the source waits for it as usual.
 */
export function bufferedUntilRead(source: Readable): Readable {
  // A stream has two buffers, for writing and for reading.
  const copy = new PassThrough({ highWaterMark: capacity / 2 });
  source.on('data', (bytes: Uint8Array) => {
    const hasReader = copy.readableFlowing !== null;
    if (!copy.writable || (copy.writableNeedDrain && !hasReader)) return;
    if (!copy.write(bytes) && hasReader) source.pause();
  });
  for (const event of ['drain', 'close']) copy.on(event, () => source.resume());
  source.on('error', () => {});
  source.once('close', () => copy.end());
  return copy;
}
