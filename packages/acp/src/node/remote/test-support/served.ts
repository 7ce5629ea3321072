import { once } from 'node:events';
import http from 'node:http';
import http2 from 'node:http2';
import { type AddressInfo, connect, type Socket } from 'node:net';
import tls from 'node:tls';
import type { HttpRequest, RequestBody } from '../../../remote/server/http-exchange.ts';
import { ManualClock } from '../../../remote/test-support/manual-clock.ts';
import { defaultRemoteLimits } from '../../../remote/wire/limits.ts';
import { createNodeServer, listen, type RequestTimes } from '../listen.ts';
import { mount, type NodeServer, type ServedPaths } from '../mount.ts';
import { testCertificate } from './certificate.ts';

/** What a client got for an answer. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A server of node:http or node:http2 with some of its paths served by a test. */
export interface TestServer extends AsyncDisposable {
  readonly server: NodeServer;
  readonly port: number;
  readonly clock: ManualClock;
  /** Sends one request over the server's own kind of HTTP. */
  send(method: string, path: string, options?: SendOptions): Promise<Reply>;
  /** Opens a bare connection. */
  raw(): Promise<RawConnection>;
}

interface SendOptions {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** A bare connection, and what has come over it. */
export interface RawConnection {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<void>;
}

const certificate = testCertificate();

/** Starts a server of one kind; everything it starts ends with it. */
export async function testServer(
  kind: 'h1' | 'h2',
  paths: Partial<ServedPaths>,
  times: RequestTimes = { headers: 10_000, body: 60_000 },
): Promise<TestServer> {
  const clock = new ManualClock();
  const server = createNodeServer(kind === 'h1' ? {} : { tls: certificate }, times);
  const served = { serves: (target: string) => target.startsWith('/acp'), ...paths } as ServedPaths;
  const mounted = mount(server, served, { ...defaultRemoteLimits, body: 60_000 }, clock);
  await listen(server, {});
  const { port } = server.address() as AddressInfo;
  const session = kind === 'h2' ? http2.connect(`https://localhost:${port}`, { ca: certificate.cert }) : undefined;
  const sockets = new Set<Socket>();
  return {
    server,
    port,
    clock,
    send: (method, path, options = {}) =>
      session === undefined ? sendOne(port, method, path, options) : sendTwo(session, method, path, options),
    async raw() {
      const plain = connect(port, '127.0.0.1');
      const socket = kind === 'h1' ? plain : tls.connect({ socket: plain, ca: certificate.cert, host: 'localhost' });
      sockets.add(socket);
      let text = '';
      socket.on('error', () => {});
      socket.setEncoding('latin1').on('data', (piece) => {
        text += piece;
      });
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      await once(socket, kind === 'h1' ? 'connect' : 'secureConnect');
      return { socket, closed, received: () => text };
    },
    async [Symbol.asyncDispose]() {
      session?.destroy();
      for (const socket of sockets) socket.destroy();
      mounted.unmount();
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

function sendOne(port: number, method: string, path: string, { headers, body }: SendOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = http.request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

function sendTwo(
  session: http2.ClientHttp2Session,
  method: string,
  path: string,
  { headers, body }: SendOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === undefined });
    let text = '';
    let answer: http2.IncomingHttpHeaders = {};
    stream.on('response', (head) => {
      answer = head;
    });
    stream.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    stream.on('close', () => {
      if (stream.rstCode !== http2.constants.NGHTTP2_NO_ERROR) reject(new Error(`stream error ${stream.rstCode}`));
      else resolve({ status: Number(answer[':status']), headers: { ...answer }, text });
    });
    stream.on('error', reject);
    if (body !== undefined) stream.end(body);
  });
}

/** Returns everything that a request says of itself. */
export async function facts(request: HttpRequest, maxBytes = 1_000): Promise<Record<string, unknown>> {
  const body: RequestBody = await request.readBody(maxBytes);
  return {
    method: request.method,
    target: request.target,
    host: request.header('host'),
    given: request.header('x-given'),
    missing: request.header('x-missing'),
    from: request.remoteAddress,
    body,
  };
}
