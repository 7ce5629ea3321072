import type { HttpAnswer } from './http-exchange.ts';
import { refusal } from './refusal.ts';

const headers = { 'cache-control': 'no-store' };

/** Returns the answer that the process is alive. */
export function alive(): HttpAnswer {
  return { status: 200, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body: 'ok' };
}

/** Returns whether the server can be used, and if not one reason. */
export async function readiness(
  isEnding: boolean,
  isReady: (() => string | undefined | Promise<string | undefined>) | undefined,
): Promise<HttpAnswer> {
  const reason = isEnding ? 'The server is shutting down.' : await reasonOf(isReady);
  return reason === undefined ? alive() : refusal(503, reason, { headers });
}

async function reasonOf(isReady: (() => string | undefined | Promise<string | undefined>) | undefined) {
  try {
    return await isReady?.();
  } catch {
    return 'The check of the server has failed.';
  }
}
