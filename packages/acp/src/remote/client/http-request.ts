import type { RemoteOptions, RemotePlatform } from './options.ts';

/** Headers of a request; one without a value is not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

interface ClientRequest {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal;
  /** Headers of this request. */
  readonly own: HeaderValues;
  readonly body: string | undefined;
}

/** Sends a request with its own headers and those of all requests to the server. Resolves when the headers of the answer have arrived. */
export async function sendRequest(
  { url, method, signal, own, body }: ClientRequest,
  { token, headers }: RemoteOptions,
  platform: Pick<RemotePlatform, 'fetch'>,
): Promise<Response> {
  const bearer = typeof token === 'function' ? await token() : token;
  const access = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const all = Object.entries({ ...headers, ...access, ...own });
  const given = all.filter((entry): entry is [string, string] => entry[1] !== undefined);
  return platform.fetch(url, { method, signal, headers: Object.fromEntries(given), ...(body && { body }) });
}
