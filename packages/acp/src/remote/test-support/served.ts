import type { RemoteConnection } from '../server/connection.ts';
import type { ServerEvent } from '../server/events.ts';
import type { HttpAnswer, HttpRequest, RequestBody, UpgradeAnswer } from '../server/http-exchange.ts';
import { RemoteServer } from '../server/remote-server.ts';
import type { RemoteServerOptions } from '../server/server-options.ts';
import type { SocketEnd } from '../wire/socket.ts';
import { settle } from './http-fakes.ts';
import { ManualClock } from './manual-clock.ts';
import { deliver, socketPair, type TestSocket } from './socket-pair.ts';

/** A request for tests. */
export interface TestRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** A string is sent as it is, anything else as JSON with the content type of JSON. */
  readonly body?: unknown;
  readonly remoteAddress?: string;
}

/** A request that knows how often its body was read. */
export interface CountedRequest extends HttpRequest {
  reads: number;
}

/** Returns a request to a server on this computer. */
export function request({
  method = 'GET',
  target = '/acp',
  headers = {},
  body,
  remoteAddress,
}: TestRequest): CountedRequest {
  const isText = typeof body === 'string' || body === undefined;
  const text = isText ? (body ?? '') : JSON.stringify(body);
  const all = { host: '127.0.0.1:4711', ...(isText ? {} : { 'content-type': 'application/json' }), ...headers };
  const counted: CountedRequest = {
    method,
    target,
    header: (name) => (all as Record<string, string | undefined>)[name],
    reads: 0,
    readBody: async (maxBytes): Promise<RequestBody> => {
      counted.reads += 1;
      return text.length > maxBytes ? { ok: false, problem: 'too-large' } : { ok: true, text };
    },
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  };
  return counted;
}

/** The first message of a client. */
export const initialize = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };

/** Answers every request of a client at once with an empty result, except for prompts. */
async function answerAll({ transport }: RemoteConnection, received: unknown[]): Promise<void> {
  for await (const batch of transport.frames) {
    for (const frame of batch) {
      const message = JSON.parse(String(frame));
      received.push(message);
      if (message.id === undefined || message.method === undefined || message.method === 'session/prompt') continue;
      void transport.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: {} }));
    }
  }
}

/** A WebSocket of a client. */
export interface OpenSocket {
  readonly client: TestSocket;
  /** Headers and subprotocol of the server's answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: string | undefined;
  /** What has come. */
  readonly messages: unknown[];
  /** How the server has closed it. */
  readonly end: SocketEnd | undefined;
}

/** A server whose agent answers everything but prompts, with a clock that stands still and ids that count up. */
export class Served {
  readonly clock = new ManualClock();
  readonly events: ServerEvent[] = [];
  readonly connections: RemoteConnection[] = [];
  /** What the agents have received. */
  readonly received: unknown[] = [];
  readonly server: RemoteServer;
  #sockets: TestSocket[] = [];
  #ids = 0;

  constructor(options: Partial<RemoteServerOptions> = {}) {
    this.server = new RemoteServer({
      onConnection: (connection) => {
        this.connections.push(connection);
        // A connection that was lost ends with an error, which is the agent's end as well.
        answerAll(connection, this.received).catch(() => {});
      },
      clock: this.clock,
      randomId: () => `id-${++this.#ids}`,
      onEvent: (event) => this.events.push(event),
      ...options,
    });
  }

  handle(parts: TestRequest): Promise<HttpAnswer> {
    return this.server.handle(request(parts));
  }

  upgrade({ headers = {}, ...parts }: TestRequest = {}): Promise<UpgradeAnswer> {
    return this.server.upgrade(request({ ...parts, headers: { upgrade: 'websocket', ...headers } }));
  }

  /** Opens a WebSocket; returns the client's end and the headers of the handshake. */
  async open(parts: TestRequest = {}): Promise<OpenSocket> {
    const answer = await this.upgrade(parts);
    if (!answer.accepted) throw new Error(`No socket: ${answer.answer.status} ${answer.answer.body}`);
    const { client, server } = socketPair();
    const messages: unknown[] = [];
    const socket: OpenSocket = { client, headers: answer.headers, protocol: answer.protocol, messages, end: undefined };
    client.listen({
      message: (text) => messages.push(JSON.parse(text ?? 'null')),
      alive() {},
      drained() {},
      closed: (end) => Object.assign(socket, { end }),
    });
    answer.open(server);
    this.#sockets.push(client, server);
    return socket;
  }

  /** Ends the server and everything on it. */
  async close(): Promise<void> {
    const closed = this.server.close();
    await this.settle();
    await closed;
  }

  /** Lets everything happen that needs no time. */
  async settle(): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await settle();
      deliver(...this.#sockets);
    }
    this.#sockets = this.#sockets.filter(({ isGone }) => !isGone);
  }

  /** Makes a connection over HTTP and returns its id. */
  async connect(headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const answer = await this.handle({ method: 'POST', headers, body: initialize });
    const id = answer.headers['acp-connection-id'];
    if (id === undefined) throw new Error(`No connection: ${answer.status} ${answer.body}`);
    return id;
  }
}
