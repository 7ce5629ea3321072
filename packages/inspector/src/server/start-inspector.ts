import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Clock, platformClock, Tickets } from '@emend/acp/remote';
import { WebSocketServer } from 'ws';
import { socketPath } from '../api/addresses.ts';
import type { Inspector } from '../api/inspector.ts';
import { answerHeaders } from './answer-headers.ts';
import { replyWithData, wrongMethod } from './data-requests.ts';
import { isEverywhere, outerNames, ownNames } from './own-names.ts';
import { readPage } from './page-files.ts';
import { PageSocket } from './page-socket.ts';
import { type Reply, rawReply, sentence, writeReply } from './reply.ts';
import { checkRequest, type RequestCheck } from './request-check.ts';
import { hasToken, newSecret } from './token.ts';

/** Options of {@link startInspector}. */
export interface StartOptions {
  /** The address or name to listen on. Default: `127.0.0.1`, which only this computer reaches. */
  readonly host?: string;
  /** Default: any free port. */
  readonly port?: number;
  /** The clock by which tickets expire. */
  readonly clock?: Clock;
}

/** An inspector that can be opened in a browser. */
export interface StartedInspector {
  /** The address of the page, without the token: `http://127.0.0.1:4711/`. */
  readonly address: string;
  /** The addresses under which other computers reach the page; none if it listens on the loopback interface. */
  readonly outside: readonly string[];
  /** Whoever has this token can read everything and talk to the agent. */
  readonly token: string;
  /** Closes every connection. */
  close(): Promise<void>;
}

/** Whose tickets they are: everybody who has the token. */
const owner = 'owner';

/** The longest message of a page, with the files that go with a prompt. */
const longestMessage = 64 * 1024 * 1024;

/** Most pages that are open at the same time. */
const mostPages = 64;

/** Serves the page of an inspector and answers what it asks. */
export async function startInspector(inspector: Inspector, options: StartOptions = {}): Promise<StartedInspector> {
  const { host = '127.0.0.1', port = 0, clock = platformClock } = options;
  const files = await readPage();
  const names = ownNames(host);
  const token = newSecret();
  const tickets = new Tickets(clock, newSecret);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestMessage, perMessageDeflate: false });

  function replyTo(request: IncomingMessage, path: string, query: URLSearchParams): Reply {
    const method = request.method ?? '';
    if (isData(path)) {
      if (!hasToken(request.headers.authorization, token)) return noToken;
      return replyWithData(method, path, query, { inspector, issueTicket: () => tickets.issue(owner) });
    }
    const file = files.get(path);
    if (file === undefined) return sentence(404, 'There is nothing at this path.');
    if (method !== 'GET' && method !== 'HEAD') return wrongMethod('GET, HEAD');
    return { status: 200, headers: { 'content-type': file.type }, body: file.bytes };
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { path, query } = targetOf(request);
    const check = checkRequest(request, names, isData(path) ? 'data' : 'page');
    for (const [name, value] of Object.entries(answerHeaders(check.host))) response.setHeader(name, value);
    void writeReply(response, check.ok ? replyTo(request, path, query) : sentence(403, check.reason));
  }

  function refusalOf(check: RequestCheck, path: string, query: URLSearchParams): Reply | undefined {
    if (!check.ok) return sentence(403, check.reason);
    if (tickets.redeem(query.get('ticket') ?? '') === undefined) return noToken;
    if (path !== socketPath) return sentence(404, 'There is nothing at this path.');
    return sockets.clients.size < mostPages ? undefined : sentence(503, 'Too many pages are open.');
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => {});
    const { path, query } = targetOf(request);
    const check = checkRequest(request, names, 'data');
    const refusal = refusalOf(check, path, query);
    if (refusal === undefined)
      sockets.handleUpgrade(request, socket, head, (webSocket) => new PageSocket(webSocket, inspector));
    else socket.end(rawReply({ ...refusal, headers: { ...answerHeaders(check.host), ...refusal.headers } }));
  }

  // The check of the Host header is ours, with an answer that has the headers of all others.
  const server = createServer({ requireHostHeader: false }, answer);
  server.on('upgrade', upgrade);
  server.on('clientError', (_, socket) => {
    if (socket.writable) socket.end(rawReply(sentence(400, 'This is not HTTP.', answerHeaders(undefined))));
    else socket.destroy();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    address: addressOf(server, isEverywhere(host) ? '127.0.0.1' : host),
    outside: outerNames(host).map((name) => addressOf(server, name)),
    token,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.close();
      server.closeAllConnections();
    },
  };
}

const noToken = sentence(
  401,
  'The token of this inspector is needed. Open the address that was printed at the start.',
  {
    'www-authenticate': 'Bearer',
  },
);

const isData = (path: string) => path === '/api' || path.startsWith('/api/');

/** The path and the query of a request. What is no path, such as the whole address that a proxy gets, leads nowhere. */
function targetOf({ url = '' }: IncomingMessage): { readonly path: string; readonly query: URLSearchParams } {
  const at = url.indexOf('?');
  return at === -1
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}

function addressOf(server: Server, name: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}/`;
}
