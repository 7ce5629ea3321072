import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk';
import { WebSocketServer } from 'ws';
import type { TestServer } from './official-server.ts';

/** Connects an agent to a stream of messages. */
export interface StreamAgent {
  connect(stream: Stream): unknown;
}

type Json = Record<string, unknown>;

/** Options of the server. */
interface RustStyleOptions {
  /** Whether it takes WebSockets; without them an upgrade is answered with 404. Default: true. */
  readonly hasSockets?: boolean;
  /** Called with each request's method and headers. */
  readonly onRequest?: (method: string, headers: IncomingMessage['headers']) => void;
}

/**
 * Starts a server that behaves as those written with the Rust SDK do, where these differ from the TypeScript one: the answer to a load comes
 * on the stream of its session, batches are taken, a session may be named in the params alone, and no subprotocol is ever chosen. Events have no ids.
 */
export async function startRustStyleServer(
  createAgent: () => StreamAgent,
  { hasSockets = true, onRequest = () => {} }: RustStyleOptions = {},
): Promise<TestServer> {
  const connections = new Map<string, Connection>();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => false });
  const server = createServer((request, response) => {
    onRequest(request.method ?? '', request.headers);
    void handle(request, response, connections, createAgent);
  });
  server.on('upgrade', (request, socket, head) => {
    onRequest('UPGRADE', request.headers);
    if (!hasSockets) {
      socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (open) => {
      const line = new AgentLine(createAgent(), (message) => open.send(JSON.stringify(message)));
      open.on('message', (data) => line.take(JSON.parse(String(data))));
      open.on('close', () => line.end());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = async () => {
    for (const socket of sockets.clients) socket.terminate();
    for (const connection of connections.values()) connection.end();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, url: `http://127.0.0.1:${port}/acp`, close, [Symbol.asyncDispose]: close };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  connections: Map<string, Connection>,
  createAgent: () => StreamAgent,
): Promise<void> {
  const answer = (status: number, body = '', headers: Record<string, string> = {}) =>
    void response.writeHead(status, headers).end(body);
  const id = request.headers['acp-connection-id'];
  const session = request.headers['acp-session-id'];
  const connection = typeof id === 'string' ? connections.get(id) : undefined;
  if (request.method === 'POST') {
    if (request.headers['content-type'] !== 'application/json') return answer(415);
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const body = JSON.parse(text) as Json | Json[];
    if (!Array.isArray(body) && body['method'] === 'initialize') {
      const made = new Connection(createAgent());
      connections.set(made.id, made);
      const result = await made.initialize(body);
      return answer(200, JSON.stringify(result), { 'content-type': 'application/json', 'acp-connection-id': made.id });
    }
    if (id === undefined) return answer(400);
    if (connection === undefined) return answer(404);
    for (const message of [body].flat()) connection.post(message, typeof session === 'string' ? session : undefined);
    return answer(202);
  }
  if (connection === undefined) return answer(id === undefined ? 400 : 404);
  if (request.method === 'DELETE') {
    connection.end();
    connections.delete(connection.id);
    return answer(202);
  }
  if (request.method !== 'GET') return answer(405);
  if (!request.headers.accept?.includes('text/event-stream')) return answer(406);
  if (!connection.open(typeof session === 'string' ? session : '', response)) return answer(409);
}

/** An agent with messages in and out. */
class AgentLine {
  readonly #input: ReadableStreamDefaultController<AnyMessage>;

  constructor(agent: StreamAgent, onMessage: (message: AnyMessage) => void) {
    let input: ReadableStreamDefaultController<AnyMessage> | undefined;
    const readable = new ReadableStream<AnyMessage>({
      start(controller) {
        input = controller;
      },
    });
    if (input === undefined) throw new Error('a stream starts at once');
    this.#input = input;
    agent.connect({ readable, writable: new WritableStream<AnyMessage>({ write: onMessage }) });
  }

  take(body: Json | Json[]): void {
    for (const message of [body].flat()) this.#input.enqueue(message as AnyMessage);
  }

  end(): void {
    try {
      this.#input.close();
    } catch {
      // It has ended already.
    }
  }
}

/** A connection over HTTP: one queue for each stream, that of the connection under the empty name. */
class Connection {
  readonly id = randomUUID();
  readonly #line: AgentLine;
  readonly #readers = new Map<string, ServerResponse>();
  readonly #queues = new Map<string, string[]>();
  /** The session that each open request of the client belongs to. */
  readonly #sessions = new Map<unknown, string>();
  #hello: ((answer: AnyMessage) => void) | undefined;

  constructor(agent: StreamAgent) {
    this.#line = new AgentLine(agent, (message) => this.#send(message as Json));
  }

  initialize(message: Json): Promise<AnyMessage> {
    return new Promise((resolve) => {
      this.#hello = resolve;
      this.#line.take(message);
    });
  }

  post(message: Json, header: string | undefined): void {
    const params = message['params'] as Json | undefined;
    const session = header ?? params?.['sessionId'];
    if (typeof session === 'string' && message['id'] !== undefined) this.#sessions.set(message['id'], session);
    this.#line.take(message);
  }

  open(session: string, response: ServerResponse): boolean {
    if (this.#readers.has(session)) return false;
    this.#readers.set(session, response);
    response.on('close', () => this.#readers.delete(session));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
    response.flushHeaders();
    for (const event of this.#queues.get(session) ?? []) response.write(event);
    this.#queues.delete(session);
    return true;
  }

  end(): void {
    this.#line.end();
    for (const reader of this.#readers.values()) reader.end();
  }

  #send(message: Json): void {
    if (this.#hello !== undefined && message['method'] === undefined) {
      this.#hello(message as AnyMessage);
      this.#hello = undefined;
      return;
    }
    const params = message['params'] as Json | undefined;
    const named = message['method'] === undefined ? this.#sessions.get(message['id']) : params?.['sessionId'];
    const session = typeof named === 'string' ? named : '';
    const event = `data: ${JSON.stringify(message)}\n\n`;
    const reader = this.#readers.get(session);
    if (reader !== undefined) reader.write(event);
    else this.#queues.set(session, [...(this.#queues.get(session) ?? []), event]);
  }
}
