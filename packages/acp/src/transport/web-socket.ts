import { binaryFrame, textFrame } from './broken-frame.ts';
import { FrameQueue } from './frame-queue.ts';
import { Gate, rejected } from './gate.ts';
import { DEFAULT_HIGH_WATER, DEFAULT_MAX_FRAME_BYTES, hasRoom, type Received, type Transport } from './transport.ts';

/** The part of a WebSocket that is needed; the browser's and those of common libraries have it. */
export interface WebSocketLike {
  readonly readyState: number;
  readonly bufferedAmount: number;
  binaryType: string;
  send(data: string): void;
  close(): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  /** Stops reading from the socket; not available in browsers. */
  pause?(): void;
  /** Starts reading again. */
  resume?(): void;
  /** Ends the socket without a closing handshake; not available in browsers. */
  terminate?(): void;
}

/** Options of the WebSocket transport. */
export interface WebSocketOptions {
  /** The longest accepted frame, in bytes. Default: 64 MiB. */
  readonly maxFrameBytes?: number;
  /** The amount of unsent or unread text at which a sender has to wait, and the socket is paused if it can be. */
  readonly highWater?: number;
  /** The most unread text, in UTF-16 units, if the socket cannot be paused; beyond it the transport fails. */
  readonly maxUnread?: number;
  /**
   * Waits a moment before the unsent amount is checked again. A WebSocket does not report when it has sent something, and
   * a transport uses no timers: without this, `send` never asks to wait.
   */
  readonly moment?: () => Promise<void>;
}

const CONNECTING = 0;
const OPEN = 1;

/** Returns a transport over a WebSocket, which may still be connecting. */
export function webSocket(socket: WebSocketLike, options: WebSocketOptions = {}): Transport {
  const highWater = options.highWater ?? DEFAULT_HIGH_WATER;
  const maxUnread = options.maxUnread ?? 2 * DEFAULT_MAX_FRAME_BYTES;
  const maxFrameBytes = options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES;
  const queue = new FrameQueue(() => socket.resume?.());
  const closed = new Gate();
  let early: string[] = [];
  let earlySize = 0;
  let opened: Gate | undefined;
  let draining: Promise<void> | undefined;
  let failure: Error | undefined;
  let isClosing = false;

  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => {
    for (const frame of early) socket.send(frame);
    early = [];
    opened?.open();
    if (isClosing) socket.close();
  });
  socket.addEventListener('message', ({ data }) => {
    queue.push([received(data, maxFrameBytes)]);
    if (hasRoom(queue.size, highWater)) return;
    socket.pause?.();
    if (queue.size > maxUnread) fail(new Error(`More than ${maxUnread} characters arrived unread.`));
  });
  socket.addEventListener('error', () => fail(new Error('The WebSocket failed.')));
  socket.addEventListener('close', () => {
    failure ??= new Error('The WebSocket is closed.');
    queue.end();
    opened?.fail(failure);
    closed.open();
  });

  function fail(error: Error): void {
    failure ??= error;
    queue.fail(error);
    socket.close();
  }

  async function drained(moment: () => Promise<void>): Promise<void> {
    while (socket.readyState === OPEN && !hasRoom(socket.bufferedAmount, highWater)) await moment();
    draining = undefined;
  }

  return {
    send(frame) {
      if (failure !== undefined) return rejected(failure);
      if (isClosing) return rejected(new Error('The WebSocket is closed.'));
      if (socket.readyState === CONNECTING) {
        early.push(frame);
        earlySize += frame.length;
        if (earlySize < highWater) return undefined;
        opened ??= new Gate();
        return opened.promise;
      }
      if (socket.readyState !== OPEN) return rejected(new Error('The WebSocket is closed.'));
      socket.send(frame);
      if (options.moment === undefined || hasRoom(socket.bufferedAmount, highWater)) return undefined;
      draining ??= drained(options.moment);
      return draining;
    },
    frames: queue,
    close() {
      isClosing = true;
      if (socket.readyState !== CONNECTING && socket.readyState !== OPEN) closed.open();
      // A socket sends its buffer before the closing handshake, but has none before it is open.
      if (socket.readyState !== CONNECTING || early.length === 0) socket.close();
      queue.end();
      return closed.promise;
    },
    abort() {
      early = [];
      if (socket.terminate === undefined) socket.close();
      else socket.terminate();
      queue.end();
      closed.open();
    },
  };
}

function received(data: unknown, maxFrameBytes: number): Received {
  return typeof data === 'string' ? textFrame(data, maxFrameBytes) : binaryFrame(sizeOf(data));
}

function sizeOf(data: unknown): number {
  return data instanceof Uint8Array || data instanceof ArrayBuffer ? data.byteLength : 0;
}
