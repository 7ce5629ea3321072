import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket as NetSocket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import type { HttpAnswer, UpgradeAnswer } from '../../remote/server/http-exchange.ts';
import { refusal } from '../../remote/server/refusal.ts';
import type { RemoteServer } from '../../remote/server/remote-server.ts';
import type { RemoteLimits } from '../../remote/wire/limits.ts';
import type { Socket } from '../../remote/wire/socket.ts';
import { namesHosts, type ReadingOptions, readableRequest } from './incoming.ts';
import { serverFrames } from './text-frames.ts';
import { loadWs } from './ws-library.ts';
import { WsSocket } from './ws-socket.ts';

type Accepted = Extract<UpgradeAnswer, { readonly accepted: true }>;

/** The answer to a request with more than one `Host`, of which a proxy may have checked another than we would. */
export const TWO_HOSTS = refusal(400, 'A request must have one Host header.');

const NO_WEB_SOCKETS = refusal(501, 'This server has no WebSockets; use HTTP.');

/** Opens WebSockets on a server of node:http, as a remote server decides. */
export class Upgrades {
  readonly #remote: Pick<RemoteServer, 'upgrade'>;
  readonly #limits: RemoteLimits;
  readonly #reading: ReadingOptions;
  readonly #accepted = new WeakMap<IncomingMessage, Accepted>();
  /** By the largest message that they take. */
  readonly #webSockets = new Map<number, Promise<WebSocketServer | undefined>>();

  constructor(remote: Pick<RemoteServer, 'upgrade'>, limits: RemoteLimits, reading: ReadingOptions) {
    this.#remote = remote;
    this.#limits = limits;
    this.#reading = reading;
  }

  /** Answers a request to open a WebSocket. */
  async upgrade(incoming: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    // Without a listener, a client that leaves meanwhile would end the process.
    stream.on('error', () => stream.destroy());
    const problem = handshakeProblem(incoming);
    if (problem !== undefined) return refuse(incoming, stream, problem);
    if ((await this.#taking(this.#limits.maxFrameBytes)) === undefined) return refuse(incoming, stream, NO_WEB_SOCKETS);
    const decision = await this.#remote.upgrade(readableRequest(incoming, this.#reading));
    if (!decision.accepted) return refuse(incoming, stream, decision.answer);
    const webSockets = await this.#taking(decision.maxFrameBytes);
    if (webSockets === undefined) return refuse(incoming, stream, NO_WEB_SOCKETS);
    let isOpen = false;
    this.#accepted.set(incoming, decision);
    webSockets.handleUpgrade(incoming, stream, head, (ws) => {
      isOpen = true;
      keepAlive(stream);
      decision.open(new WsSocket(ws, stream, serverFrames()));
    });
    // The client has gone meanwhile, or has sent what the library refuses; the connection that was made for it must end.
    if (!isOpen) decision.open(goneSocket());
  }

  #taking(maxPayload: number): Promise<WebSocketServer | undefined> {
    const known = this.#webSockets.get(maxPayload);
    if (known !== undefined) return known;
    const loading = this.#load(maxPayload);
    this.#webSockets.set(maxPayload, loading);
    return loading;
  }

  async #load(maxPayload: number): Promise<WebSocketServer | undefined> {
    // A server without the library still serves HTTP, which is what clients fall back to.
    const ws = await loadWs().catch(() => undefined);
    if (ws === undefined) return undefined;
    const options = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload,
      closeTimeout: this.#limits.closing,
      handleProtocols: (_: Set<string>, incoming: IncomingMessage) =>
        this.#accepted.get(incoming)?.protocol ?? (false as const),
    };
    const webSockets = new ws.WebSocketServer(options);
    webSockets.on('headers', (lines, incoming) => {
      const { headers } = this.#accepted.get(incoming) ?? { headers: {} };
      for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    });
    return webSockets;
  }
}

/** Checks what the library would refuse by itself, before a connection is made. */
function handshakeProblem(incoming: IncomingMessage): HttpAnswer | undefined {
  const { method, headers } = incoming;
  if (namesHosts(incoming)) return TWO_HOSTS;
  if (headers.upgrade?.toLowerCase() !== 'websocket')
    return refusal(400, 'The only upgrade that this server knows is websocket.');
  if (method !== 'GET') return refusal(405, 'A WebSocket is opened by GET.', { headers: { allow: 'GET' } });
  if (!/^[+/0-9A-Za-z]{22}==$/.test(headers['sec-websocket-key'] ?? ''))
    return refusal(400, 'The header Sec-WebSocket-Key is missing or malformed.');
  if (headers['sec-websocket-version'] !== '13')
    return refusal(426, 'The version of the WebSocket protocol must be 13.', {
      headers: { 'sec-websocket-version': '13' },
    });
  return undefined;
}

/** Answers a request to open a WebSocket with an ordinary response, and closes the socket. */
function refuse(incoming: IncomingMessage, stream: Duplex, answer: HttpAnswer): void {
  const response = plainResponse(incoming, stream);
  const body = answer.body ?? '';
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(Buffer.byteLength(body)) });
  response.end(body);
}

/** Returns a response on a socket that Node has handed over for an upgrade. The socket is closed after it. */
export function plainResponse(incoming: IncomingMessage, stream: Duplex): ServerResponse {
  const response = new ServerResponse(incoming);
  response.shouldKeepAlive = false;
  response.on('error', () => {});
  response.on('finish', () => {
    response.detachSocket(stream as NetSocket);
    stream.end(() => stream.destroy());
  });
  response.assignSocket(stream as NetSocket);
  return response;
}

/**
 * How long a connection is silent before the system asks whether the peer is there; ten questions, a second apart, go unanswered before it is
 * given up. All of that must fit between two signs of life of an event stream: while bytes of ours wait to be confirmed, the system does
 * not ask but sends them again, for a quarter of an hour.
 */
const SILENCE = 4_000;

/** Lets the system find out that a peer has gone, and sends small messages at once. */
export function keepAlive(stream: Duplex): void {
  const socket = stream as Partial<NetSocket>;
  socket.setNoDelay?.(true);
  socket.setKeepAlive?.(true, SILENCE);
}

/** Returns the socket of a client that has gone before it was open. */
function goneSocket(): Socket {
  return {
    bufferedAmount: 0,
    send: () => {},
    close: () => {},
    terminate: () => {},
    listen: (listener) =>
      queueMicrotask(() => listener.closed({ code: 1006, reason: 'The client left during the handshake.' })),
  };
}
