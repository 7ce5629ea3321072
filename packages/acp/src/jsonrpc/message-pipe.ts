import type { Received, Transport } from '../transport/transport.ts';
import { ConnectionError } from './connection-error.ts';
import { FrameSender } from './frame-sender.ts';
import { type Amount, defaultPeerLimits } from './limits.ts';
import { kindOf, type MessageType } from './message.ts';

/** A frame as it arrived, with its JSON value. */
export interface PipedMessage {
  /** The kind of message; `noise` is not JSON, `broken` could not be delivered by the transport. */
  readonly kind: MessageType | 'noise' | 'broken';
  /** The frame exactly as it came, to be forwarded. */
  readonly frame: Received;
  /** The JSON value of the frame; `undefined` for `noise` and `broken`. */
  readonly value: unknown;
}

/** A connection as a stream of messages, for proxies between two peers. */
export interface MessagePipe {
  /** Every message in order, including responses and batches; nothing is received faster than it is read. */
  readonly messages: AsyncIterable<readonly PipedMessage[]>;
  /** The same as frames, instead of `messages`, for readers that need not parse every one; `pipedMessage` reads one. */
  readonly frames: AsyncIterable<readonly Received[]>;
  /** Sends a frame. Returns a promise if there is no room: it resolves when there is, and rejects if sending has failed. */
  send(frame: string): Promise<void> | undefined;
  /** Sends what is buffered and ends the connection. */
  close(): Promise<void>;
}

/** Opens a transport as a stream of messages; nothing is answered, matched or dropped. */
export function messagePipe(transport: Transport, unsent: Amount = defaultPeerLimits.unsent): MessagePipe {
  let overrun: ConnectionError | undefined;
  const sender = new FrameSender(transport, unsent, {
    onFailure: () => {},
    onOverrun() {
      overrun = new ConnectionError('overrun', 'Too much waits to be sent; the peer does not keep up.');
      sender.fail(overrun);
      if (transport.abort === undefined) void transport.close().catch(() => {});
      else transport.abort();
    },
  });

  async function* frames(): AsyncGenerator<readonly Received[], undefined> {
    for await (const batch of transport.frames) yield batch;
    // Nothing more comes because the peer did not keep up.
    if (overrun !== undefined) throw overrun;
  }

  async function* messages(): AsyncGenerator<readonly PipedMessage[], undefined> {
    for await (const batch of frames()) yield batch.map(pipedMessage);
  }

  return {
    messages: { [Symbol.asyncIterator]: messages },
    frames: { [Symbol.asyncIterator]: frames },
    send: (frame) => sender.send(frame),
    close() {
      sender.handOver();
      return transport.close();
    },
  };
}

/** Reads a frame as a message. */
export function pipedMessage(frame: Received): PipedMessage {
  if (typeof frame !== 'string') return { kind: 'broken', frame, value: undefined };
  try {
    const value: unknown = JSON.parse(frame);
    return { kind: kindOf(value), frame, value };
  } catch {
    return { kind: 'noise', frame, value: undefined };
  }
}
