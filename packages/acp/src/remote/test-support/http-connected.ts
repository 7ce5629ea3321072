import type { ConnectionEnd, ConnectionNotice } from '../server/connection.ts';
import { HttpConnection } from '../server/http-connection.ts';
import type { HttpAnswer } from '../server/http-exchange.ts';
import { readMessage } from '../server/post-body.ts';
import { defaultRemoteLimits, type RemoteLimits } from '../wire/limits.ts';
import { type FakeSink, fakeGet, fakePost, readerOf, settle } from './http-fakes.ts';
import { ManualClock } from './manual-clock.ts';
import { reading } from './socket-world.ts';

/** The answer of the agents of tests to `initialize`. */
export const INITIALIZED = '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}';

/** A connection over HTTP on the server, without a network. */
export class ConnectedHttp {
  readonly clock = new ManualClock();
  readonly notices: ConnectionNotice[] = [];
  readonly connection: HttpConnection;
  /** How the connection has ended. */
  ended: ConnectionEnd | undefined;

  constructor(limits: Partial<RemoteLimits> = {}) {
    this.connection = new HttpConnection({
      id: 'c1',
      principal: 'me',
      limits: { ...defaultRemoteLimits, ...limits },
      clock: this.clock,
      notice: (notice) => this.notices.push(notice),
    });
    void this.connection.closed.then((end) => {
      this.ended = end;
    });
  }

  /** Posts `initialize`; resolves with the answer. */
  async initialize(): Promise<HttpAnswer> {
    const message = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } };
    const body = await readMessage(fakePost(message), defaultRemoteLimits);
    if (!body.ok) throw new Error('It is no message.');
    return this.connection.initialize(body.message);
  }

  /** Posts a message and returns the status of the answer. */
  async post(message: object | string, headers: Record<string, string> = {}): Promise<number> {
    return (await this.connection.post(fakePost(message, headers))).status;
  }

  /** Opens the stream of a session, or of the connection. */
  read(session?: string, lastEvent?: string): FakeSink {
    return readerOf(
      this.connection.openStream(
        fakeGet({
          ...(session === undefined ? {} : { 'acp-session-id': session }),
          ...(lastEvent === undefined ? {} : { 'last-event-id': lastEvent }),
        }),
      ),
    );
  }

  /** The agent sends a message. */
  send(frame: string): Promise<void> | undefined {
    return this.connection.transport.send(frame);
  }
}

/** Returns a connection whose handshake is over, and what the agent reads after it. */
export async function connectedHttp(limits: Partial<RemoteLimits> = {}) {
  const http = new ConnectedHttp(limits);
  const answering = http.initialize();
  await settle();
  void http.send(INITIALIZED);
  const answer = await answering;
  return { http, answer };
}

/** Returns what the agent of a connection reads. */
export function agentOf(http: ConnectedHttp): { readonly frames: readonly unknown[] } {
  return reading(http.connection.transport);
}

/** Returns an update of a session. */
export function update(sessionId: string, text: string): string {
  return `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":"${text}"}}`;
}

/** Returns a request. */
export function request(id: number | string, method: string, params: object = {}): object {
  return { jsonrpc: '2.0', id, method, params };
}

/** Returns the text of a result. */
export function result(id: number | string, value: unknown = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: value });
}
