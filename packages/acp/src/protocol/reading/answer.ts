import type { Reading } from './decode.ts';
import type { MethodDefinition } from './method.ts';

/** A request that has no answer yet; without a definition its method is not known. */
interface Asked {
  readonly definition?: Pick<MethodDefinition, 'result'> | undefined;
}

/**
 * Which of several open requests with one id a response answers, where nothing tells who sent it.
 *
 * Both sides count their requests by themselves, so a result goes to the request that it fits, and the more a request asks of its result
 * the more a fit says. Of an unknown method any answer can be the right one; an error fits every request.
 */
export function answeredRequest<T extends Asked>(
  candidates: readonly T[],
  response: { readonly result?: unknown },
  reading: Reading = 'lenient',
): T | undefined {
  if (candidates.length <= 1) return candidates[0];
  const unknown = candidates.find(({ definition }) => definition === undefined);
  const { result } = response;
  if (result === undefined) return unknown ?? candidates.at(-1);
  const fitting = candidates.filter(({ definition }) => definition?.result?.decode(result, reading).ok === true);
  const telling = fitting.find(({ definition }) => definition?.result?.is({}) === false);
  return telling ?? fitting[0] ?? unknown ?? candidates[0];
}
