import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { closeReason } from '../../remote/wire/closing.ts';
import { closeCodes } from '../../remote/wire/names.ts';
import type { Socket, SocketListener } from '../../remote/wire/socket.ts';
import { CorkedWrites } from './corked-writes.ts';

/** Unsent bytes at which a write does not wait for the end of the turn. */
const MAX_CORKED = 256 * 1024;

/** An open WebSocket of the `ws` library. */
export class WsSocket implements Socket {
  readonly #ws: WebSocket;
  readonly #writes: CorkedWrites;
  readonly #stream: Duplex;

  /** `stream` is the network socket below the WebSocket. */
  constructor(ws: WebSocket, stream: Duplex) {
    this.#ws = ws;
    this.#stream = stream;
    this.#writes = new CorkedWrites(stream);
  }

  get bufferedAmount(): number {
    return this.#ws.bufferedAmount;
  }

  send(text: string): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#writes.begin();
    this.#ws.send(text);
    if (this.#stream.writableLength > MAX_CORKED) this.#writes.flush();
  }

  close(code?: number, reason?: string): void {
    this.#writes.flush();
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
}

/** Returns the close code for what the library refused to read; `undefined` for failures of the network. */
function refusedWith(code = ''): number | undefined {
  if (!code.startsWith('WS_ERR_')) return undefined;
  return code.endsWith('_LENGTH') ? closeCodes.tooBig : closeCodes.protocolError;
}
