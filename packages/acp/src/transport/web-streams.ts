import { LineSplitter } from './line-splitter.ts';
import { LineWriter } from './line-writer.ts';
import type { Received, Transport } from './transport.ts';

/** A pair of byte streams, such as those of `fetch`, `TransformStream` or a worker. */
export interface ByteStreams {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/** Options of a transport of lines. */
export interface LineOptions {
  /** The longest accepted frame, in bytes. Default: 64 MiB. */
  readonly maxFrameBytes?: number;
  /** The amount of unsent text, in UTF-16 units, at which a sender is asked to wait. */
  readonly highWater?: number;
}

/** Returns a transport that sends frames as lines of UTF-8 over a pair of web streams. */
export function webStreams(streams: ByteStreams, options: LineOptions = {}): Transport {
  const writer = streams.writable.getWriter();
  const reader = streams.readable.getReader();
  const encoder = new TextEncoder();
  let failure: { readonly cause: unknown } | undefined;
  const lines = new LineWriter(async (text) => {
    try {
      await writer.write(encoder.encode(text));
    } catch (cause) {
      failure = { cause };
      // The reader must not wait forever for the answer to something that was never sent.
      await reader.cancel().catch(() => {});
      throw cause;
    }
  }, options.highWater);
  writer.closed.catch(() => {});
  reader.closed.catch(() => {});
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    try {
      await lines.end();
      await writer.close();
    } catch {
      // The other end may have closed first.
    }
    await reader.cancel().catch(() => {});
  }

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    const splitter = new LineSplitter(options.maxFrameBytes);
    for (;;) {
      const { done, value } = await reader.read();
      const batch = done ? splitter.end() : splitter.push(value);
      if (batch.length > 0) yield batch;
      if (done) break;
    }
    if (failure !== undefined) throw failure.cause;
  }

  return {
    send: (frame) => lines.send(frame),
    frames: { [Symbol.asyncIterator]: frames },
    close() {
      closing ??= close();
      return closing;
    },
    abort() {
      lines.abort();
      writer.abort().catch(() => {});
      reader.cancel().catch(() => {});
    },
  };
}
