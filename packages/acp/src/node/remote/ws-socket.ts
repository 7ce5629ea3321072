import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { closeReason } from '../../remote/wire/closing.ts';
import { closeCodes } from '../../remote/wire/names.ts';
import type { Socket, SocketListener } from '../../remote/wire/socket.ts';
import type { TextFrames } from './text-frames.ts';

/** Unsent bytes at which a write does not wait for the end of the turn. */
const MAX_HELD = 256 * 1024;

const TURN = Promise.resolve();

/**
 * An open WebSocket of the `ws` library, which reads, and sends everything but text messages. Those are written to the network socket
 * below it: all of a turn of the event loop in one piece, which costs a fraction of what the library would take.
 */
export class WsSocket implements Socket {
  readonly #ws: WebSocket;
  readonly #stream: Duplex;
  readonly #frames: TextFrames;
  #isHeld = false;

  /** `stream` is the network socket below the WebSocket, which must not compress. */
  constructor(ws: WebSocket, stream: Duplex, frames: TextFrames) {
    this.#ws = ws;
    this.#stream = stream;
    this.#frames = frames;
  }

  get bufferedAmount(): number {
    return this.#stream.writableLength + this.#frames.size;
  }

  send(text: string): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#frames.add(text);
    if (this.#frames.size > MAX_HELD) this.#flush();
    else if (!this.#isHeld) {
      this.#isHeld = true;
      void TURN.then(this.#atEndOfMicrotasks);
    }
  }

  close(code?: number, reason?: string): void {
    this.#flush();
    this.#ws.close(code, closeReason(reason));
  }

  terminate(): void {
    this.#ws.terminate();
  }

  pause(): void {
    this.#ws.pause();
  }

  resume(): void {
    this.#ws.resume();
  }

  ping(): void {
    if (this.#ws.readyState === this.#ws.OPEN) this.#ws.ping();
  }

  listen(listener: SocketListener): void {
    let failure: (Error & { readonly code?: string }) | undefined;
    this.#ws.on('message', (data: Buffer, isBinary) => listener.message(isBinary ? undefined : data.toString()));
    // Every piece of a long message is a sign of life, and so are pongs.
    this.#stream.on('data', () => listener.alive());
    // Only the error says what went wrong; the close that follows has a code of its own only if the other side closed.
    this.#ws.on('error', (error) => {
      failure ??= error;
    });
    this.#ws.on('close', (code, reason) => {
      const sentence = reason.length === 0 ? (failure?.message ?? '') : reason.toString();
      listener.closed({ code: refusedWith(failure?.code) ?? code, reason: sentence });
    });
    this.#stream.on('drain', () => listener.drained());
  }

  // A tick that is asked for by a microtask comes after all microtasks: what they send is in the same write.
  readonly #atEndOfMicrotasks = () => process.nextTick(this.#endTurn);

  readonly #endTurn = () => {
    this.#isHeld = false;
    this.#flush();
  };

  #flush(): void {
    if (this.#frames.size === 0) return;
    const { data, encoding } = this.#frames.take();
    // After a close of the other side the stream takes nothing more.
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#stream.write(data, encoding);
  }
}

/** Returns the close code for what the library refused to read; `undefined` for failures of the network. */
function refusedWith(code = ''): number | undefined {
  if (!code.startsWith('WS_ERR_')) return undefined;
  return code.endsWith('_LENGTH') ? closeCodes.tooBig : closeCodes.protocolError;
}
