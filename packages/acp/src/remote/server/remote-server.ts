import { notifyListener } from '../../jsonrpc/notify-listener.ts';
import type { NodeChannel } from '../nodes/node-channel.ts';
import { acceptNode, GuestConnection } from '../nodes/node-guests.ts';
import { platformClock } from '../wire/clock.ts';
import { defaultRemoteLimits } from '../wire/limits.ts';
import { Access } from './access/access.ts';
import type { RemoteConnection } from './connection.ts';
import { Ending } from './ending.ts';
import { begin, type EndpointSetup, HttpEndpoint, type Visitor } from './endpoint.ts';
import type { HttpAnswer, HttpRequest, UpgradeAnswer } from './http-exchange.ts';
import { alive, readiness } from './probes.ts';
import { refusal, sentenceOf } from './refusal.ts';
import { Registry } from './registry.ts';
import { allowedMethods, type Route } from './routes.ts';
import type { DrainOptions, RemoteServerOptions } from './server-options.ts';
import { SocketEndpoint } from './socket-endpoint.ts';
import { TICKET_LIFETIME, Tickets } from './tickets.ts';

/** Serves remote connections over whatever HTTP library hands it requests. */
export class RemoteServer {
  readonly #options: RemoteServerOptions;
  readonly #access: Access;
  readonly #tickets: Tickets;
  readonly #registry: Registry;
  readonly #ending: Ending;
  readonly #http: HttpEndpoint;
  readonly #sockets: SocketEndpoint;

  constructor(options: RemoteServerOptions) {
    const { onEvent, nodeKey, clock = platformClock } = options;
    const { randomId = () => crypto.randomUUID() } = options;
    const limits = { ...defaultRemoteLimits, ...options.limits };
    this.#options = options;
    this.#tickets = new Tickets(clock, randomId);
    // Nobody can guess it, so that no token stands for it.
    const node = nodeKey === undefined ? undefined : { key: nodeKey, principal: `node ${crypto.randomUUID()}` };
    this.#access = new Access(options, this.#tickets, node);
    this.#registry = new Registry({ limits, clock, onEvent });
    const isNode = ({ principal }: { readonly principal: string }): boolean => principal === node?.principal;
    this.#ending = new Ending(this.#registry, limits, clock, isNode);
    const onConnection = (connection: RemoteConnection): void => {
      if (!isNode(connection)) options.onConnection(connection);
      else acceptNode(connection, (channel, principal) => this.#welcome(channel, principal, randomId()), clock);
    };
    const setup: EndpointSetup = {
      registry: this.#registry,
      limits,
      clock,
      randomId,
      onConnection,
      isNode,
      isEnding: () => this.#ending.isEnding,
      onRefused: (answer, visitor) => this.#noteRefusal(answer, visitor),
    };
    this.#http = new HttpEndpoint(setup);
    this.#sockets = new SocketEndpoint(setup);
  }

  /** The connections that are alive. */
  get connections(): readonly RemoteConnection[] {
    return this.#registry.entries.map(({ served }) => served);
  }

  /** Returns whether a path, with or without a query, is one of this server's. A server that is mounted beside others hands on the rest. */
  serves(target: string): boolean {
    return this.#access.serves(target);
  }

  /** Answers a request; it never rejects. */
  async handle(request: HttpRequest): Promise<HttpAnswer> {
    const admission = await this.#access.examine(request, 'request');
    const answer = admission.ok ? await this.#answer(request, admission) : admission.answer;
    if (answer.status >= 400) this.#noteRefusal(answer, admission);
    return { ...answer, headers: { ...answer.headers, ...this.#access.headersFor(request) } };
  }

  /** Answers a request to open a WebSocket; it never rejects. */
  async upgrade(request: HttpRequest): Promise<UpgradeAnswer> {
    const admission = await this.#access.examine(request, 'upgrade');
    const answer = admission.ok ? this.#upgrade(request, admission) : ({ accepted: false, ...admission } as const);
    if (!answer.accepted) this.#noteRefusal(answer.answer, admission);
    return answer;
  }

  /**
   * Takes no new connections and prompts, waits until running requests are answered and running turns have ended, and ends all connections.
   * Resolves when they are gone.
   */
  drain(options: DrainOptions): Promise<void> {
    return this.#ending.drain(options);
  }

  /** Ends all connections at once. Resolves when they are gone. */
  close(): Promise<void> {
    return this.#ending.close();
  }

  /** Serves a client that another node has passed on. */
  #welcome(channel: NodeChannel, principal: string, id: string): void {
    const entry = this.#registry.open(
      { id, kind: 'websocket', principal, address: undefined, isLocal: false, isGuest: true },
      () => new GuestConnection(id, principal, channel),
    );
    if (this.#ending.isEnding || !begin(entry, this.#options.onConnection)) void entry.connection.end('agent');
  }

  async #answer(request: HttpRequest, admission: Visitor & { readonly route: Route }): Promise<HttpAnswer> {
    try {
      return await this.#answerRoute(request, admission);
    } catch {
      return refusal(500, 'The server could not handle the request.');
    }
  }

  #answerRoute(request: HttpRequest, { route, ...visitor }: Visitor & { readonly route: Route }) {
    if (request.method === 'OPTIONS') return preflight(route);
    if (route === 'health') return alive();
    if (route === 'ready') return readiness(this.#ending.isEnding, this.#options.isReady);
    return route === 'ticket' ? this.#ticket(visitor) : this.#http.handle(request, visitor);
  }

  #upgrade(request: HttpRequest, { route, ...visitor }: Visitor & { readonly route: Route }): UpgradeAnswer {
    if (route === 'endpoint' && request.method === 'GET') return this.#sockets.upgrade(request, visitor);
    return { accepted: false, answer: refusal(404, 'There is no WebSocket at this path.') };
  }

  #ticket({ principal }: Visitor): HttpAnswer {
    const ticket = this.#tickets.issue(principal);
    if (ticket === undefined) {
      return refusal(429, 'You have too many unused tickets.', { retryAfter: TICKET_LIFETIME / 1_000 });
    }
    const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    return { status: 200, headers, body: JSON.stringify({ ticket }) };
  }

  #noteRefusal(answer: HttpAnswer, { principal, address }: Partial<Visitor>): void {
    notifyListener(this.#options.onEvent, {
      type: 'refused',
      status: answer.status,
      reason: sentenceOf(answer),
      ...(principal === undefined || principal === '' ? {} : { principal }),
      ...(address === undefined ? {} : { address }),
    });
  }
}

/** Browsers ask before each request for ten minutes at most. */
function preflight(route: Route): HttpAnswer {
  return { status: 204, headers: { allow: allowedMethods[route], 'access-control-max-age': '600' } };
}
