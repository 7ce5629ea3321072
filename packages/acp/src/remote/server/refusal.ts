import type { HttpAnswer } from './http-exchange.ts';

/** Details of a refusal. */
export interface RefusalDetails {
  /** The id of the request that is refused, as JSON text; the body is then a JSON-RPC error. */
  readonly id?: string;
  /** The code of the JSON-RPC error. Default: -32600. */
  readonly code?: number;
  /** Seconds after which the client may try again. */
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns an answer that refuses a request with one sentence. */
export function refusal(status: number, sentence: string, details: RefusalDetails = {}): HttpAnswer {
  const { id, code = -32600, retryAfter, headers } = details;
  const retry = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const text = JSON.stringify(sentence);
  return {
    status,
    headers: {
      'content-type': id === undefined ? 'text/plain; charset=utf-8' : 'application/json',
      ...retry,
      ...headers,
    },
    body:
      id === undefined ? `${sentence}\n` : `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":${text}}}`,
  };
}

/** Returns the sentence of a refusal. */
export function sentenceOf({ headers, body = '' }: HttpAnswer): string {
  return headers['content-type'] === 'application/json' ? JSON.parse(body).error.message : body.trimEnd();
}
