import { PassThrough, type Readable } from 'node:stream';

/** How much is kept for a reader who has not come yet, in bytes. */
const mostKept = 1024 * 1024;

/**
 * A stream that is read in any case, for whoever comes to read it later: nothing of its beginning is missed, and whoever writes it does not
 * have to wait for a reader who never comes. Once there is a reader, the reader sets the pace.
 */
export function keptForReader(source: Readable): Readable {
  // Half of it on either side of the stream.
  const kept = new PassThrough({ highWaterMark: mostKept / 2 });
  source.on('data', (bytes: Uint8Array) => {
    const hasReader = kept.readableFlowing !== null;
    if (!kept.writable || (kept.writableNeedDrain && !hasReader)) return;
    if (!kept.write(bytes) && hasReader) source.pause();
  });
  for (const event of ['drain', 'close']) kept.on(event, () => source.resume());
  source.on('error', () => {});
  source.once('close', () => kept.end());
  return kept;
}
