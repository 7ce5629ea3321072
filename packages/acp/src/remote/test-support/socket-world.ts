import { Gate } from '../../transport/gate.ts';
import type { Received, Transport } from '../../transport/transport.ts';
import type { RemoteOptions, RemotePlatform, RemoteState } from '../client/options.ts';
import { webSocketClient } from '../client/web-socket-client.ts';
import type { ConnectionEnd, ConnectionNotice } from '../server/connection.ts';
import { SocketConnection } from '../server/socket-connection.ts';
import { defaultRemoteLimits, type RemoteLimits } from '../wire/limits.ts';
import { ManualClock } from './manual-clock.ts';
import { socketPair, type TestSocket } from './socket-pair.ts';

/** Options of a world. */
export interface WorldOptions {
  readonly kind?: 'node' | 'page';
  readonly limits?: Partial<RemoteLimits>;
  readonly client?: RemoteOptions;
  /** Whether the server counts at all. Default: true. */
  readonly isCounting?: boolean;
  readonly random?: () => number;
  readonly fetch?: (url: unknown, init: RequestInit) => Promise<Response>;
  /** Called with the headers of each attempt. */
  readonly onHeaders?: (headers: Readonly<Record<string, string>>) => void;
  /** Whether the client's platform has WebSockets. Default: true. */
  readonly hasSockets?: boolean;
}

/** A client and a server with WebSockets between them, whose network and time a test controls. */
export class SocketWorld {
  readonly clock = new ManualClock();
  readonly states: RemoteState[] = [];
  readonly notices: ConnectionNotice[] = [];
  readonly connections = new Map<string, SocketConnection>();
  readonly ends = new Map<string, ConnectionEnd>();
  /** Every attempt to open a socket, in order. */
  readonly requests: { readonly url: string; readonly protocols: readonly string[] }[] = [];
  readonly sockets: { readonly client: TestSocket; readonly server: TestSocket }[] = [];
  readonly client: Transport;
  /** Whether the server has accepted the first socket, and why not. */
  readonly opened = new Gate();
  /** What becomes of the next attempts; by default they reach the server. */
  network: 'up' | 'down' | 'silent' = 'up';
  /** Refuses attempts with a status. */
  refusal: { readonly status: number; readonly retryAfter?: string } | undefined;
  readonly #limits: RemoteLimits;
  readonly #options: WorldOptions;
  readonly #handshakes: (() => void)[] = [];

  constructor(options: WorldOptions = {}) {
    this.#options = options;
    this.#limits = { ...defaultRemoteLimits, ...options.limits };
    const kind = options.kind ?? 'node';
    const platform: RemotePlatform = {
      openSocket:
        options.hasSockets === false
          ? undefined
          : (url, { protocols, headers }) => {
              options.onHeaders?.(headers);
              return this.#open(url, protocols);
            },
      sendsHeaders: kind === 'node',
      fetch: (options.fetch ?? (() => Promise.reject(new Error('Nobody is there.')))) as typeof fetch,
      clock: this.clock,
      random: options.random ?? (() => 0.5),
    };
    const client = {
      onState: (state: RemoteState) => void this.states.push(state),
      decide: (failure?: Error) => {
        if (failure === undefined) this.opened.open();
        else this.opened.fail(failure);
        return false;
      },
      ...options.client,
    };
    this.client = webSocketClient('ws://host.example/acp', client, platform);
  }

  /** The connection that the server has, of which there is one. */
  get connection(): SocketConnection {
    const [connection] = this.connections.values();
    if (connection === undefined) throw new Error('The server has no connection.');
    return connection;
  }

  get server(): Transport {
    return this.connection.transport;
  }

  /** The two ends of the latest socket. */
  get socket(): { readonly client: TestSocket; readonly server: TestSocket } {
    const latest = this.sockets.at(-1);
    if (latest === undefined) throw new Error('No socket was opened.');
    return latest;
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    for (let done = 1; done > 0; ) {
      await turns();
      done = this.#handshakes.length;
      for (const handshake of this.#handshakes.splice(0)) handshake();
      for (const { client, server } of this.sockets) done += client.arrive() + server.arrive();
    }
  }

  /** Lets handshakes happen, but delivers nothing on the sockets. */
  async shakeHands(): Promise<void> {
    await turns();
    for (const handshake of this.#handshakes.splice(0)) handshake();
  }

  /** Lets time pass in steps, and everything happen that is due. */
  async pass(milliseconds: number, step = 250): Promise<void> {
    for (let left = milliseconds; left > 0; left -= step) {
      this.clock.advance(Math.min(left, step));
      await this.settle();
    }
  }

  /** Opens the connection: `initialize`, and its answer. */
  async initialize(): Promise<void> {
    void this.client.send('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}');
    await this.settle();
    void this.server.send('{"jsonrpc":"2.0","id":0,"result":{}}');
    await this.settle();
  }

  #open(url: string, protocols: readonly string[]): TestSocket {
    this.requests.push({ url, protocols });
    const { client, server } = socketPair(this.#options.kind);
    this.sockets.push({ client, server });
    this.#handshakes.push(() => this.#handshake(client, server, url, protocols));
    return client;
  }

  #handshake(client: TestSocket, server: TestSocket, url: string, protocols: readonly string[]): void {
    if (this.network === 'silent') return;
    if (this.network === 'down') {
      client.end({ code: 1006, reason: 'connect ECONNREFUSED' });
      return;
    }
    if (this.refusal !== undefined) {
      this.#refuse(client, this.refusal);
      return;
    }
    const resume = protocols.find((protocol) => protocol.startsWith('acp.resume.'));
    if (resume === undefined) this.#begin(client, server, url);
    else this.#resume(client, server, resume);
  }

  #begin(client: TestSocket, server: TestSocket, url: string): void {
    const id = `connection-${this.connections.size + 1}`;
    const isCounted = this.#options.isCounting !== false && new URL(url).searchParams.get('counted') === '1';
    const setup = {
      id,
      principal: 'someone',
      limits: this.#limits,
      clock: this.clock,
      notice: (notice: ConnectionNotice) => void this.notices.push(notice),
    };
    const connection = new SocketConnection(setup, { isCounted });
    this.connections.set(id, connection);
    void connection.closed.then((end) => this.ends.set(id, end));
    connection.attach(server);
    const headers: Record<string, string> = { 'acp-connection-id': id, ...(isCounted && { 'acp-counted': '1' }) };
    client.listener?.opened?.((name) => (this.#options.kind === 'page' ? undefined : headers[name]));
  }

  #resume(client: TestSocket, server: TestSocket, resume: string): void {
    const [, id = '', received = ''] = /^acp\.resume\.(.+)\.(\d+)$/.exec(resume) ?? [];
    const connection = this.connections.get(id);
    if (connection === undefined || this.ends.has(id)) {
      this.#refuse(client, { status: 404 });
      return;
    }
    connection.resume(server, Number(received));
    client.listener?.opened?.(() => undefined);
  }

  #refuse(client: TestSocket, refusal: { readonly status: number; readonly retryAfter?: string }): void {
    client.end({ code: 1006, reason: '', ...(this.#options.kind === 'page' ? {} : refusal) });
  }
}

/** Reads everything that a transport delivers, as it comes. */
export function reading(transport: Transport): { readonly frames: Received[]; readonly end: Promise<unknown> } {
  return new Reader(transport);
}

/** Reads what a transport delivers, except while it is told not to. */
export class Reader {
  readonly frames: Received[] = [];
  readonly end: Promise<unknown>;
  #wake: (() => void) | undefined;
  #isPaused = false;

  constructor(transport: Transport) {
    this.end = this.#read(transport).then(
      () => 'end',
      (cause: unknown) => cause,
    );
  }

  set isPaused(isPaused: boolean) {
    this.#isPaused = isPaused;
    if (!isPaused) this.#wake?.();
  }

  async #read(transport: Transport): Promise<void> {
    for await (const batch of transport.frames) {
      this.frames.push(...batch);
      while (this.#isPaused) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await undefined;
}
