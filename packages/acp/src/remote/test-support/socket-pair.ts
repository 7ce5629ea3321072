import type { Socket, SocketEnd, SocketListener } from '../wire/socket.ts';

/** A WebSocket in memory. What it sends waits until the test, or its own turn of the loop, delivers it. */
export class TestSocket implements Socket {
  readonly sent: string[] = [];
  /** What the socket was closed with on this side. */
  closedWith: { readonly code: number | undefined; readonly reason: string | undefined } | undefined;
  isTerminated = false;
  isPaused = false;
  pings = 0;
  bufferedAmount = 0;
  listener: SocketListener | undefined;
  peer: TestSocket | undefined;
  /** Whether what is sent and done here is lost on the way, and nothing of the other side arrives. */
  isCut = false;
  #isGone = false;
  readonly #inbox: (() => void)[] = [];
  readonly ping?: () => void;
  readonly pause?: () => void;
  readonly resume?: () => void;

  /** A page's socket can neither ping nor be paused. */
  constructor(kind: 'node' | 'page' = 'node') {
    if (kind === 'page') return;
    this.ping = () => {
      this.pings += 1;
      this.#toPeer((peer) => {
        peer.listener?.alive();
        peer.#toPeer((back) => back.listener?.alive());
      });
    };
    this.pause = () => {
      this.isPaused = true;
    };
    this.resume = () => {
      this.isPaused = false;
    };
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** The number of messages and other events that are on their way to this side. */
  get arriving(): number {
    return this.#inbox.length;
  }

  send(text: string): void {
    if (this.#isGone || this.closedWith !== undefined) return;
    this.sent.push(text);
    this.#toPeer((peer) => {
      peer.listener?.alive();
      peer.listener?.message(text);
    });
  }

  close(code?: number, reason?: string): void {
    if (this.#isGone || this.closedWith !== undefined) return;
    this.closedWith = { code, reason };
    this.#toPeer((peer) => peer.#closedBy(code ?? 1005, reason ?? ''));
  }

  terminate(): void {
    if (this.#isGone) return;
    this.isTerminated = true;
    this.#toPeer((peer) => peer.end({ code: 1006, reason: '' }));
    this.end({ code: 1006, reason: '' });
  }

  listen(listener: SocketListener): void {
    this.listener = listener;
  }

  /** Takes a message from nobody in particular, as if the other side had sent it. */
  receive(text: string | undefined): void {
    this.listener?.alive();
    this.listener?.message(text);
  }

  /** The socket is gone, for whatever reason. */
  end(end: SocketEnd): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#inbox.length = 0;
    this.listener?.closed(end);
  }

  /** The network ends, without a word: nothing that was sent and has not arrived ever does. */
  cut(): void {
    for (const side of [this, this.peer]) {
      if (side === undefined) continue;
      side.isCut = true;
      side.#inbox.length = 0;
    }
  }

  /** Lets this many events arrive; a socket that is paused gets none. */
  arrive(count = Number.POSITIVE_INFINITY): number {
    let done = 0;
    while (done < count && !this.isPaused && !this.#isGone) {
      const next = this.#inbox.shift();
      if (next === undefined) break;
      next();
      done += 1;
    }
    return done;
  }

  #toPeer(event: (peer: TestSocket) => void): void {
    const { peer } = this;
    if (peer === undefined || this.isCut || peer.#isGone) return;
    peer.#inbox.push(() => event(peer));
  }

  #closedBy(code: number, reason: string): void {
    this.#toPeer((peer) => peer.end({ code, reason }));
    this.end({ code, reason });
  }
}

/** Returns the two ends of a socket. */
export function socketPair(kind: 'node' | 'page' = 'node'): {
  readonly client: TestSocket;
  readonly server: TestSocket;
} {
  const client = new TestSocket(kind);
  const server = new TestSocket();
  client.peer = server;
  server.peer = client;
  return { client, server };
}

/** Lets everything that is on its way arrive at both ends. */
export function deliver(...sockets: readonly TestSocket[]): void {
  for (let done = 1; done > 0; ) {
    done = 0;
    for (const socket of sockets) done += socket.arrive();
  }
}
