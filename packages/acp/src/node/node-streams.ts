import type { Readable, Writable } from 'node:stream';
import { FrameQueue } from '../transport/frame-queue.ts';
import { LineSplitter } from '../transport/line-splitter.ts';
import { LineWriter } from '../transport/line-writer.ts';
import { DEFAULT_HIGH_WATER, hasRoom, type Transport } from '../transport/transport.ts';
import type { LineOptions } from '../transport/web-streams.ts';

/** A pair of Node byte streams. */
export interface NodeStreams {
  readonly readable: Readable;
  readonly writable: Writable;
}

/** Frames as lines of UTF-8 over a pair of Node streams, such as a socket (as both) or a process's standard streams. */
export function nodeStreams({ readable, writable }: NodeStreams, options: LineOptions = {}): Transport {
  const queue = new FrameQueue(() => {
    if (readable.isPaused()) readable.resume();
  });
  readFrames(readable, queue, options).then(
    () => queue.end(),
    (cause: unknown) => queue.fail(cause),
  );
  const lines = new LineWriter((text) => write(writable, text), options.highWater);
  // A failed write is answered by `send`; the event would end the process if nobody listened.
  writable.on('error', (cause) => queue.fail(cause));
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await lines.end().catch(() => {});
    await end(writable);
    queue.end();
    readable.destroy();
  }

  return {
    send: (frame) => lines.send(frame),
    frames: queue,
    close() {
      closing ??= close();
      return closing;
    },
    abort() {
      lines.abort();
      queue.end();
      writable.destroy();
      readable.destroy();
    },
  };
}

/** Fills a queue with the frames of a stream, which is paused while the queue is full; settles at the end of the stream. */
export function readFrames(readable: Readable, queue: FrameQueue, options: LineOptions): Promise<void> {
  const highWater = options.highWater ?? DEFAULT_HIGH_WATER;
  const splitter = new LineSplitter(options.maxFrameBytes);
  return new Promise((resolve, reject) => {
    readable.on('data', (chunk: Uint8Array) => {
      queue.push(splitter.push(chunk));
      if (!hasRoom(queue.size, highWater)) readable.pause();
    });
    readable.on('end', () => {
      queue.push(splitter.end());
      resolve();
    });
    readable.on('error', reject);
    readable.on('close', resolve);
  });
}

/** Writes text and settles when the stream has passed it on. */
export function write(writable: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    writable.write(text, 'utf8', (error) => {
      if (error) reject(error);
      else resolve();
    });
  });
}

/** Ends a stream and settles when it has passed on what it held, or cannot. */
export function end(writable: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (writable.destroyed || writable.writableFinished) return resolve();
    writable.once('close', resolve);
    writable.end(() => resolve());
  });
}
