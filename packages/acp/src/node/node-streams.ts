import type { Readable, Writable } from 'node:stream';
import { FrameQueue } from '../transport/frame-queue.ts';
import { LineSplitter } from '../transport/line-splitter.ts';
import { LineWriter, type Write } from '../transport/line-writer.ts';
import { DEFAULT_HIGH_WATER, hasRoom, type Transport } from '../transport/transport.ts';
import type { LineOptions } from '../transport/web-streams.ts';

/** A pair of Node byte streams. */
export interface NodeStreams {
  readonly readable: Readable;
  readonly writable: Writable;
}

/** Returns a transport over a pair of Node streams, such as a socket: one frame per line of UTF-8. */
export function nodeStreams({ readable, writable }: NodeStreams, options: LineOptions = {}): Transport {
  return lineTransport({ readable, writable }, options, {
    write: writable.write.bind(writable),
    end: () => end(writable),
    abort: () => void writable.destroy(),
  });
}

/** How a line transport uses its output. */
interface Output {
  readonly write: Writable['write'];
  /** Ends the output, after everything was written. */
  readonly end: () => Promise<void> | void;
  readonly abort: () => void;
}

/** Returns a transport that reads lines from one stream and writes lines to another. */
export function lineTransport({ readable, writable }: NodeStreams, options: LineOptions, output: Output): Transport {
  const { queue, ended } = readFrames(readable, options);
  ended.then(
    () => queue.end(),
    (cause: unknown) => queue.fail(cause),
  );
  const lines = new LineWriter(writeTo(output.write), options.highWater);
  // `send` rejects when a write fails; without a listener the event would end the process.
  writable.on('error', (cause) => queue.fail(cause));
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    await lines.end().catch(() => {});
    await output.end();
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
    writeBytes: (bytes) => void output.write(bytes),
    abort() {
      lines.abort();
      output.abort();
      queue.end();
      readable.destroy();
    },
  };
}

/** Reads the frames of a stream into a queue, and pauses the stream while the queue is full. `ended` settles with the stream. */
export function readFrames(
  readable: Readable,
  options: LineOptions,
): { readonly queue: FrameQueue; readonly ended: Promise<void> } {
  const highWater = options.highWater ?? DEFAULT_HIGH_WATER;
  const splitter = new LineSplitter(options.maxFrameBytes);
  const queue = new FrameQueue(() => {
    if (readable.isPaused()) readable.resume();
  });
  const ended = new Promise<void>((resolve, reject) => {
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
  return { queue, ended };
}

/** Returns how lines are written to a stream; the next one may be written when the stream has passed on the one before. */
export function writeTo(write: Writable['write']): Write {
  return (text, onWritten) => void write(text, 'utf8', onWritten);
}

/** Ends a stream and resolves when it has passed on what it held, or cannot. */
function end(writable: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (writable.destroyed || writable.writableFinished) return resolve();
    writable.once('close', resolve);
    writable.end(() => resolve());
  });
}
