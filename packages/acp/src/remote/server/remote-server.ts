import { tokenCheck } from './access/authenticate.ts';
import type { RemoteConnection } from './connection.ts';
import type { HttpAnswer, HttpRequest, UpgradeAnswer } from './http-exchange.ts';
import { refusal } from './refusal.ts';
import type { DrainOptions, RemoteServerOptions } from './server-options.ts';

/** Serves remote connections over whatever HTTP library hands it requests. */
export class RemoteServer {
  readonly #options: RemoteServerOptions;

  constructor(options: RemoteServerOptions) {
    this.#options = options;
    tokenCheck(options.authenticate);
  }

  /** The connections that are alive. */
  get connections(): readonly RemoteConnection[] {
    return [];
  }

  /** Returns whether a path, with or without a query, is one of this server's. A server that is mounted beside others hands on the rest. */
  serves(target: string): boolean {
    return target.startsWith(this.#options.path ?? '/acp');
  }

  /** Answers a request; it never rejects. */
  handle(_request: HttpRequest): Promise<HttpAnswer> {
    return Promise.resolve(refusal(503, 'The server does not take connections yet.'));
  }

  /** Answers a request to open a WebSocket; it never rejects. */
  upgrade(_request: HttpRequest): Promise<UpgradeAnswer> {
    return Promise.resolve({ accepted: false, answer: refusal(503, 'The server does not take connections yet.') });
  }

  /** Takes no new connections and prompts, waits until running requests are answered, and ends all connections. Resolves when they are gone. */
  drain(_options: DrainOptions): Promise<void> {
    return Promise.resolve();
  }

  /** Ends all connections at once. Resolves when they are gone. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
