import type { Transport } from '../../transport/transport.ts';
import { withCookies } from '../client/cookies.ts';
import { httpClient } from '../client/http-client.ts';
import type { CarrierOptions, RemotePlatform, RemoteState } from '../client/options.ts';
import type { ConnectionEnd, ConnectionNotice } from '../server/connection.ts';
import { HttpConnection } from '../server/http-connection.ts';
import type { HttpAnswer, HttpRequest } from '../server/http-exchange.ts';
import { readMessage } from '../server/post-body.ts';
import { refusal } from '../server/refusal.ts';
import { defaultRemoteLimits, type RemoteLimits } from '../wire/limits.ts';
import { FakeNetwork } from './fake-network.ts';
import { settle } from './http-fakes.ts';
import { ManualClock } from './manual-clock.ts';

/** Options of a world. */
export interface HttpWorldOptions {
  readonly limits?: Partial<RemoteLimits>;
  readonly client?: CarrierOptions;
  readonly random?: () => number;
  /** Answers in place of the server. */
  readonly instead?: (request: HttpRequest) => HttpAnswer | undefined;
  /** Changes what the server answers. */
  readonly answer?: (request: HttpRequest, answer: HttpAnswer) => HttpAnswer;
}

/** A client and a server with HTTP between them, whose network and time a test controls. */
export class HttpWorld {
  readonly clock = new ManualClock();
  readonly states: RemoteState[] = [];
  readonly notices: ConnectionNotice[] = [];
  readonly connections = new Map<string, HttpConnection>();
  readonly ends = new Map<string, ConnectionEnd>();
  readonly network: FakeNetwork;
  readonly client: Transport;
  readonly #options: HttpWorldOptions;

  constructor(options: HttpWorldOptions = {}) {
    this.#options = options;
    this.network = new FakeNetwork(async (request) => {
      const answer = options.instead?.(request) ?? (await this.#handle(request));
      return options.answer?.(request, answer) ?? answer;
    });
    const platform: RemotePlatform = {
      openSocket: undefined,
      sendsHeaders: true,
      fetch: withCookies(this.network.fetch as typeof fetch),
      clock: this.clock,
      random: options.random ?? (() => 0.5),
    };
    const client = { onState: (state: RemoteState) => void this.states.push(state), ...options.client };
    this.client = httpClient('http://host.example/acp', client, platform);
  }

  /** The latest connection of the server. */
  get connection(): HttpConnection {
    const connection = [...this.connections.values()].at(-1);
    if (connection === undefined) throw new Error('The server has no connection.');
    return connection;
  }

  get server(): Transport {
    return this.connection.transport;
  }

  /** Lets time pass in steps, and everything happen that is due. */
  async pass(milliseconds: number, step = 250): Promise<void> {
    for (let left = milliseconds; left > 0; left -= step) {
      this.clock.advance(Math.min(left, step));
      await settle();
    }
  }

  /** Opens the connection: `initialize`, its answer, and the connection's stream. */
  async initialize(): Promise<void> {
    void this.client.send('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}');
    await settle();
    void this.server.send('{"jsonrpc":"2.0","id":0,"result":{}}');
    await settle();
  }

  async #handle(request: HttpRequest): Promise<HttpAnswer> {
    const id = request.header('acp-connection-id');
    if (id === undefined) return this.#begin(request);
    const connection = this.connections.get(id);
    if (connection === undefined) return refusal(404, 'There is no such connection.');
    if (request.method === 'POST') return connection.post(request);
    return request.method === 'GET' ? connection.openStream(request) : connection.remove();
  }

  async #begin(request: HttpRequest): Promise<HttpAnswer> {
    const id = `connection-${this.connections.size + 1}`;
    const limits = { ...defaultRemoteLimits, ...this.#options.limits };
    const body = await readMessage(request, limits);
    if (!body.ok) return body.answer;
    const connection = new HttpConnection({
      id,
      principal: 'someone',
      limits,
      clock: this.clock,
      notice: (notice) => void this.notices.push(notice),
    });
    this.connections.set(id, connection);
    void connection.closed.then((end) => this.ends.set(id, end));
    return connection.initialize(body.message);
  }
}
