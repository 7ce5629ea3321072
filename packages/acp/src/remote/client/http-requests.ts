import { headers } from '../wire/names.ts';
import { CookieJar } from './cookies.ts';
import type { RemoteOptions, RemotePlatform } from './options.ts';

/** A request as its caller describes it; what all requests of a connection have in common is added. */
interface ClientRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly session?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** Sends the requests of one connection, with its token, its cookies and its id. */
export class HttpRequests {
  /** The id of the connection, once there is one. */
  connection: string | undefined;
  readonly #url: URL;
  readonly #options: RemoteOptions;
  readonly #fetch: typeof fetch;
  readonly #cookies = new CookieJar();

  constructor(url: string, options: RemoteOptions, platform: Pick<RemotePlatform, 'fetch'>) {
    this.#url = new URL(url);
    this.#options = options;
    // Browsers insist that `this` is the window or undefined.
    const { fetch } = platform;
    this.#fetch = fetch;
  }

  /** Sends a request. Resolves when the headers of the answer have arrived. */
  async send({ method, session, headers: own, body, signal }: ClientRequest): Promise<Response> {
    const { token, headers: further } = this.#options;
    const bearer = typeof token === 'function' ? await token() : token;
    // Cookies expire by the time of day.
    const cookie = this.#cookies.header(this.#url, Date.now());
    const fetch = this.#fetch;
    const response = await fetch(this.#url, {
      method,
      signal,
      headers: {
        ...further,
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
        ...(cookie === '' ? {} : { cookie }),
        ...(this.connection === undefined ? {} : { [headers.connection]: this.connection }),
        ...(session === undefined ? {} : { [headers.session]: session }),
        ...own,
      },
      ...(body === undefined ? {} : { body }),
    });
    // Browsers keep cookies themselves and do not show them.
    this.#cookies.take(response.headers.getSetCookie?.() ?? [], this.#url, Date.now());
    return response;
  }
}
