import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';

/** A message of JSON-RPC. */
export type Message = Record<string, unknown>;

/** A stream of events that is being read. */
export interface ReadStream {
  readonly status: number;
  readonly headers: Headers;
  /** The messages, and the id of each event. */
  readonly messages: Message[];
  readonly ids: (string | undefined)[];
  /** Waits for a message. */
  wait(matches: (message: Message) => boolean): Promise<Message>;
  /** Stops reading. */
  stop(): void;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
}

/** A client of plain `fetch`, which knows nothing but the proposal. */
export class PlainClient {
  connectionId = '';
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  #request(method: string, session: string | undefined, more: RequestInit & { headers?: Record<string, string> } = {}) {
    const headers: Record<string, string> = { ...this.#headers, ...more.headers };
    if (this.connectionId !== '') headers['acp-connection-id'] = this.connectionId;
    if (session !== undefined) headers['acp-session-id'] = session;
    return fetch(this.#url, { ...more, method, headers });
  }

  async initialize(params: unknown = { protocolVersion: 1, clientCapabilities: {} }): Promise<Response> {
    const response = await this.post({ jsonrpc: '2.0', id: 0, method: 'initialize', params });
    this.connectionId = response.headers.get('acp-connection-id') ?? '';
    return response;
  }

  post(message: unknown, session?: string, headers: Record<string, string> = {}): Promise<Response> {
    const type = { 'content-type': 'application/json' };
    return this.#request('POST', session, { body: JSON.stringify(message), headers: { ...type, ...headers } });
  }

  remove(): Promise<Response> {
    return this.#request('DELETE', undefined);
  }

  async open(session?: string, headers: Record<string, string> = {}): Promise<ReadStream> {
    const controller = new AbortController();
    const accept = { accept: 'text/event-stream', ...headers };
    const response = await this.#request('GET', session, { headers: accept, signal: controller.signal });
    const messages: Message[] = [];
    const ids: (string | undefined)[] = [];
    const parser = createParser({
      onEvent({ data, id }) {
        messages.push(JSON.parse(data));
        ids.push(id);
      },
    });
    const read = async () => {
      const decoder = new TextDecoder();
      try {
        for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
      } catch {
        // It was stopped, or cut.
      }
    };
    return {
      status: response.status,
      headers: response.headers,
      messages,
      ids,
      async wait(matches) {
        await expect.poll(() => messages.some(matches)).toBe(true);
        return messages.find(matches) as Message;
      },
      stop: () => controller.abort(),
      ended: read(),
    };
  }
}
