import type { IncomingMessage } from 'node:http';
import type { ClientOptions, WebSocket } from 'ws';
import type { RemotePlatform } from '../../remote/client/options.ts';
import type { Socket, SocketListener } from '../../remote/wire/socket.ts';
import type { ClientTls } from './http-fetch.ts';
import { clientFrames } from './text-frames.ts';
import { loadWs } from './ws-library.ts';
import { WsSocket } from './ws-socket.ts';

type SocketRequest = Parameters<NonNullable<RemotePlatform['openSocket']>>[1];

/** The most of a refusal's text that is read. */
const MAX_REFUSAL = 1024;

/** A WebSocket of the `ws` library to a server. The library is loaded with the first one. */
export class WsClientSocket implements Socket {
  #listener: SocketListener | undefined;
  #open: WsSocket | undefined;
  #connecting: WebSocket | undefined;
  #isOver = false;

  constructor(url: string, request: SocketRequest, options: { readonly tls: ClientTls; readonly maxPayload: number }) {
    loadWs().then(
      (library) => {
        if (this.#isOver) return;
        const { tls, maxPayload } = options;
        const settings = {
          ...tls,
          headers: { ...request.headers },
          maxPayload,
          perMessageDeflate: false,
          closeTimeout: 5_000,
          handshakeTimeout: 30_000,
        } as ClientOptions;
        try {
          this.#connect(new library.WebSocket(url, [...request.protocols], settings));
        } catch (cause) {
          // A token or an id of the server with characters that no header may have.
          this.#closed({ code: 1006, reason: cause instanceof Error ? cause.message : String(cause) });
        }
      },
      // As of a server that has no WebSockets: it may still be used over HTTP.
      (cause: Error) => this.#closed({ code: 1006, reason: cause.message, status: 501 }),
    );
  }

  get bufferedAmount(): number {
    return this.#open?.bufferedAmount ?? 0;
  }

  send(text: string): void {
    this.#open?.send(text);
  }

  close(code?: number, reason?: string): void {
    if (this.#open !== undefined) this.#open.close(code, reason);
    else this.#giveUp();
  }

  terminate(): void {
    if (this.#open !== undefined) this.#open.terminate();
    else this.#giveUp();
  }

  pause(): void {
    this.#open?.pause();
  }

  resume(): void {
    this.#open?.resume();
  }

  ping(): void {
    this.#open?.ping();
  }

  listen(listener: SocketListener): void {
    this.#listener = listener;
  }

  #connect(ws: WebSocket): void {
    this.#connecting = ws;
    let answer: IncomingMessage | undefined;
    let failure = '';
    const onError = (error: Error) => {
      failure = error.message;
    };
    const onClose = () => this.#closed({ code: 1006, reason: failure });
    ws.on('error', onError).on('close', onClose);
    ws.on('upgrade', (response) => {
      answer = response;
    });
    ws.on('unexpected-response', (_, response) => void this.#refused(response));
    ws.on('open', () => {
      if (this.#isOver || answer === undefined || this.#listener === undefined) return ws.terminate();
      ws.off('error', onError).off('close', onClose);
      const { headers, socket } = answer;
      this.#open = new WsSocket(ws, socket, clientFrames());
      this.#open.listen(this.#listener);
      this.#listener.opened?.((name) => headers[name]?.toString());
    });
  }

  async #refused(response: IncomingMessage): Promise<void> {
    const { statusCode: status = 0 } = response;
    let text = '';
    response.setEncoding('utf8').on('error', () => {});
    try {
      for await (const piece of response) {
        text += piece;
        if (text.length >= MAX_REFUSAL) break;
      }
    } catch {
      // The status says enough.
    }
    this.#connecting?.terminate();
    const [line = ''] = text.slice(0, MAX_REFUSAL).split('\n');
    const retryAfter = response.headers['retry-after'];
    this.#closed({ code: 1006, reason: line, status, ...(retryAfter !== undefined && { retryAfter }) });
  }

  #giveUp(): void {
    this.#connecting?.terminate();
    this.#closed({ code: 1006, reason: 'The WebSocket was closed before it was open.' });
  }

  #closed(end: Parameters<SocketListener['closed']>[0]): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener?.closed(end);
  }
}
