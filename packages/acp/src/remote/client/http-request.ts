import type { RemoteOptions, RemotePlatform } from './options.ts';
import { RemoteError } from './remote-error.ts';

/** Headers of a request; one without a value is not sent. */
export type HeaderValues = Readonly<Record<string, string | undefined>>;

/** Sends a request with its own headers and those of all requests to the server. Resolves when the headers of the answer have arrived. */
export async function sendRequest(
  url: string,
  method: string,
  signal: AbortSignal,
  own: HeaderValues,
  body: string | undefined,
  options: RemoteOptions,
  platform: Pick<RemotePlatform, 'fetch'>,
): Promise<Response> {
  const token = typeof options.token === 'function' ? await options.token() : options.token;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries<string | undefined>({ ...options.headers, ...tokenHeader(token), ...own }))
    if (value !== undefined) headers[name] = value;
  return platform.fetch(url, { method, signal, headers, ...(body && { body }) });
}

/** Returns the header with a token. */
export function tokenHeader(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** Returns the header `Retry-After` of an answer. */
export const retryAfterOf = (response: Response): string | undefined =>
  response.headers.get('retry-after') ?? undefined;

/** Returns the first line of a text that says why something was refused. */
export const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

/** Reads a body to its end. A callback that returns a promise is waited for. */
export async function readBody(
  body: Response['body'],
  take: (bytes: Uint8Array<ArrayBuffer>) => Promise<void> | undefined,
): Promise<void> {
  const reader = body?.getReader();
  for (let step = await reader?.read(); step?.value; step = await reader?.read()) await take(step.value);
}

/** Returns the text of an answer. One that is longer than allowed is an error, after which the request has to be aborted. */
export async function answerText({ body }: Pick<Response, 'body'>, maxLength: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  await readBody(body, (bytes) => {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > maxLength) throw new RemoteError('refused', 'The answer of the server is too long.');
    return undefined;
  });
  return text + decoder.decode();
}
