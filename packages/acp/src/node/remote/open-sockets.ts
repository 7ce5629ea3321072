import type { ServerHttp2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { NodeServer } from './mount.ts';

/** How long clients have to take the last of what was written, in milliseconds. */
const LAST_TIME = 2_000;

/** The sockets of a server, so that it can be stopped: Node waits for those of clients that never leave. */
export class OpenSockets {
  readonly #server: NodeServer;
  readonly #sockets = new Set<Socket>();
  /** Those with HTTP/1.1. */
  readonly #plain = new Set<Socket>();
  readonly #sessions = new Set<ServerHttp2Session>();

  constructor(server: NodeServer) {
    this.#server = server;
    const isTls = 'setSecureContext' in server;
    server.on('connection', (socket: Socket) => {
      keep(this.#sockets, socket);
      if (!isTls) keep(this.#plain, socket);
    });
    server.on('secureConnection', (socket: TLSSocket) => {
      if (socket.alpnProtocol !== 'h2') keep(this.#plain, socket);
    });
    server.on('session', (session: ServerHttp2Session) => keep(this.#sessions, session));
  }

  /** Stops the server. What was written is still sent, unless a client does not take it in time. */
  async end(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const session of this.#sessions) session.close();
    // What was written goes out before the end. A client closes its side when it has read that.
    for (const socket of this.#plain) socket.end();
    const late = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy();
    }, LAST_TIME);
    await closed;
    clearTimeout(late);
  }
}

function keep<T extends { once(event: 'close', listener: () => void): unknown }>(set: Set<T>, each: T): void {
  set.add(each);
  each.once('close', () => set.delete(each));
}
