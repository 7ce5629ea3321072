import type { Received, Transport } from '../transport/transport.ts';
import { ConnectionError } from './connection-error.ts';
import { FrameSender } from './frame-sender.ts';
import { type Amount, defaultPeerLimits } from './limits.ts';
import { kindOf, type MessageKind } from './message.ts';

/** One frame as it arrived, read but not acted upon. */
export interface PipedMessage {
  /** What the frame is to JSON-RPC; `noise` is not JSON, `broken` could not be delivered by the transport. */
  readonly kind: MessageKind | 'noise' | 'broken';
  /** The frame, to be passed on exactly as it came. */
  readonly frame: Received;
  /** The JSON value of the frame; absent for `noise` and `broken`. */
  readonly value: unknown;
}

/** A connection as a stream of messages, for programs that stand between two peers and act for neither. */
export interface MessagePipe {
  /** Every message in the order of arrival, responses and batches included; what is not read is not received. */
  readonly messages: AsyncIterable<readonly PipedMessage[]>;
  /** Sends a frame; a promise asks to wait for room, and rejects when sending has failed. */
  send(frame: string): Promise<void> | undefined;
  /** Sends what is waiting and ends the connection. */
  close(): Promise<void>;
}

/** Opens a transport as a stream of messages: nothing is answered, matched or dropped here. */
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

  async function* messages(): AsyncGenerator<readonly PipedMessage[], undefined> {
    for await (const batch of transport.frames) yield batch.map(pipedMessage);
    // That the peer did not keep up is why nothing more comes.
    if (overrun !== undefined) throw overrun;
  }

  return {
    messages: { [Symbol.asyncIterator]: messages },
    send: (frame) => sender.send(frame),
    close() {
      sender.handOver();
      return transport.close();
    },
  };
}

function pipedMessage(frame: Received): PipedMessage {
  if (typeof frame !== 'string') return { kind: 'broken', frame, value: undefined };
  try {
    const value: unknown = JSON.parse(frame);
    return { kind: kindOf(value), frame, value };
  } catch {
    return { kind: 'noise', frame, value: undefined };
  }
}
