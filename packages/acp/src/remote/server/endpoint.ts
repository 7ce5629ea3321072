import { rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import type { Clock } from '../wire/clock.ts';
import type { RemoteLimits } from '../wire/limits.ts';
import { CONNECTION_HEADER } from '../wire/names.ts';
import { BodyRooms } from './body-rooms.ts';
import type { RemoteConnection } from './connection.ts';
import { HttpConnection } from './http-connection.ts';
import type { HttpAnswer, HttpRequest } from './http-exchange.ts';
import { type PostedMessage, readMessage } from './post-body.ts';
import { type RefusalDetails, refusal } from './refusal.ts';
import type { Entry, Registry } from './registry.ts';

/** Who sends a request. */
export interface Visitor {
  readonly principal: string;
  readonly address: string | undefined;
  /** Whether it is on this machine. */
  readonly isLocal: boolean;
}

/** What the endpoint needs of its server. */
export interface EndpointSetup {
  readonly registry: Registry;
  readonly limits: RemoteLimits;
  readonly clock: Clock;
  readonly randomId: () => string;
  /** Returns whether a visitor is another node. */
  readonly isNode: (visitor: Visitor) => boolean;
  readonly onConnection: (connection: RemoteConnection) => void;
  readonly isEnding: () => boolean;
  /** Called for a refusal that is not the answer to a request. */
  readonly onRefused: (answer: HttpAnswer, visitor: Visitor) => void;
}

/** What is said of a connection that does not exist or belongs to somebody else. */
export const UNKNOWN_CONNECTION = 'There is no such connection.';

/** What is said if the agent's side fails to take a connection. */
export const AGENT_NOT_STARTED = 'The agent could not be started.';

/** Seconds after which a client that was refused for want of room may try again. */
const RETRY_AFTER = 5;

/** Returns why a principal cannot have another connection now; `undefined` if it can. */
export function noRoomFor(
  visitor: Visitor,
  setup: EndpointSetup,
  details: RefusalDetails = {},
): HttpAnswer | undefined {
  const later = { ...details, code: rpcErrorCodes.internalError, retryAfter: RETRY_AFTER };
  if (setup.isEnding()) return refusal(503, 'The server is shutting down.', later);
  // Clients of other nodes would be refused with it, whose own nodes have let them in.
  const full = setup.isNode(visitor) ? undefined : setup.registry.fullFor(visitor.principal);
  if (full === 'all') return refusal(503, 'The server has no room for another connection.', later);
  return full === undefined ? undefined : refusal(429, 'You have too many connections to this server.', later);
}

/** Answers the requests of connections over HTTP. */
export class HttpEndpoint {
  readonly #setup: EndpointSetup;
  readonly #bodies: BodyRooms;

  constructor(setup: EndpointSetup) {
    this.#setup = setup;
    this.#bodies = new BodyRooms(setup.limits);
  }

  /** Answers a GET, POST or DELETE. */
  handle(request: HttpRequest, visitor: Visitor): HttpAnswer | Promise<HttpAnswer> {
    if (request.method === 'POST') return this.#post(request, visitor);
    const isStream = request.method === 'GET';
    if (isStream && request.header('upgrade')?.toLowerCase() === 'websocket') {
      return refusal(501, 'WebSockets are not available here.');
    }
    if (isStream && !acceptsEvents(request.header('accept'))) {
      return refusal(406, 'The Accept header must have text/event-stream.');
    }
    const id = request.header(CONNECTION_HEADER);
    if (id === undefined) return refusal(400, MISSING);
    const connection = this.#find(id, visitor);
    if (connection === undefined) return refusal(404, UNKNOWN_CONNECTION);
    return isStream ? connection.openStream(request) : connection.remove();
  }

  async #post(given: HttpRequest, visitor: Visitor): Promise<HttpAnswer> {
    const request = this.#bodies.bounded(given, visitor.principal);
    const id = request.header(CONNECTION_HEADER);
    const connection = id === undefined ? undefined : this.#find(id, visitor);
    if (connection !== undefined) return connection.post(request);
    const body = await readMessage(request, this.#setup.limits);
    if (!body.ok) return body.answer;
    const { outline } = body.message;
    const details = outline.type === 'request' && outline.id !== undefined ? { id: outline.id } : {};
    const isFirst = outline.type === 'request' && outline.method === 'initialize';
    if (id !== undefined) return isFirst ? refusal(400, NAMED, details) : refusal(404, UNKNOWN_CONNECTION, details);
    if (!isFirst) return refusal(400, MISSING, details);
    return noRoomFor(visitor, this.#setup, details) ?? this.#initialize(body.message, visitor, details);
  }

  async #initialize(message: PostedMessage, visitor: Visitor, details: RefusalDetails): Promise<HttpAnswer> {
    const { registry, randomId, onConnection } = this.#setup;
    const entry = registry.open({ id: randomId(), kind: 'http', ...visitor }, (setup) => new HttpConnection(setup));
    if (begin(entry, onConnection)) return entry.connection.initialize(message);
    await entry.connection.end('agent');
    return refusal(500, AGENT_NOT_STARTED, { ...details, code: rpcErrorCodes.internalError });
  }

  #find(id: string, visitor: Visitor): HttpConnection | undefined {
    const connection = this.#setup.registry.find(id, visitor)?.connection;
    return connection instanceof HttpConnection ? connection : undefined;
  }
}

/** Hands a new connection to the agent's side. Returns false if that fails. */
export function begin(entry: Entry, onConnection: (connection: RemoteConnection) => void): boolean {
  try {
    onConnection(entry.served);
    return true;
  } catch {
    return false;
  }
}

const NAMED = 'The message that makes a connection must not name one.';
const MISSING = 'The header Acp-Connection-Id is missing.';

function acceptsEvents(accept = ''): boolean {
  return accept.split(',').some((type) => /^\s*text\/event-stream\s*(?:;|$)/i.test(type));
}
