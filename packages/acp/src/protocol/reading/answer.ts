import type { Reading } from './decode.ts';
import type { MethodDefinition } from './method.ts';

/** What is known of a request that has no answer yet. */
interface Asked {
  /** The definition of its method; `undefined` if the method is not known. */
  readonly definition?: Pick<MethodDefinition, 'result'> | undefined;
  /** Whether it stays open for a whole turn: a response that fits no request answers another one. */
  readonly isLong?: boolean | undefined;
}

/**
 * Returns which of several open requests with one id a response answers, if nothing tells who sent it.
 *
 * Both sides number their requests independently, so a result goes to the request that it fits; a fit says more if the request demands
 * something of its result. Any response may answer a request of an unknown method, and an error fits every request.
 */
export function answeredRequest<T extends Asked>(
  candidates: readonly T[],
  response: { readonly result?: unknown },
  reading: Reading = 'lenient',
): T | undefined {
  if (candidates.length <= 1) return candidates[0];
  const unknown = candidates.find(({ definition }) => definition === undefined);
  const short = candidates.filter(({ isLong }) => isLong !== true);
  const { result } = response;
  if (result === undefined) return unknown ?? short.at(-1) ?? candidates.at(-1);
  const fitting = candidates.filter(({ definition }) => definition?.result?.decode(result, reading).ok === true);
  const telling = fitting.find(({ definition }) => definition?.result?.is({}) === false);
  return telling ?? fitting[0] ?? unknown ?? short[0] ?? candidates[0];
}
