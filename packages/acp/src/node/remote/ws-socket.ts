import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
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
    this.#ws.close(code, reason);
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
    let failure: string | undefined;
    this.#ws.on('message', (data: Buffer, isBinary) => {
      listener.alive();
      listener.message(isBinary ? undefined : data.toString());
    });
    this.#ws.on('ping', () => listener.alive());
    this.#ws.on('pong', () => listener.alive());
    // The close that follows has a code; only the error says what went wrong.
    this.#ws.on('error', (error) => {
      failure ??= error.message;
    });
    this.#ws.on('close', (code, reason) => {
      listener.closed({ code, reason: reason.length === 0 ? (failure ?? '') : reason.toString() });
    });
    this.#stream.on('drain', () => listener.drained());
  }
}
