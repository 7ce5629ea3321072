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
  const access = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries<string | undefined>({ ...options.headers, ...access, ...own }))
    if (value !== undefined) headers[name] = value;
  return platform.fetch(url, { method, signal, headers, ...(body && { body }) });
}

/** Returns the text of an answer. Of one that is longer than allowed, no more is read. */
export async function answerText({ body }: Pick<Response, 'body'>, maxLength: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length <= maxLength) continue;
    void reader?.cancel();
    throw new RemoteError('refused', `The server answered with more than ${maxLength} characters.`);
  }
}
