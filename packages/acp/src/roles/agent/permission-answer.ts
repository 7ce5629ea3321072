import { type RequestPermissionOutcome, RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
import type { PermissionOption } from '../../protocol/june/generated/permission.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';

/** The answer to a permission request. */
export interface PermissionAnswer {
  /** Whether the user chose an option that allows. An unknown option or outcome does not count. */
  readonly isAllowed: boolean;
  /** The chosen option, if it is one of those that were offered. */
  readonly option: PermissionOption | undefined;
  readonly outcome: RequestPermissionOutcome;
  /** The `_meta` of the answer, if it has any. */
  readonly _meta?: Meta;
}

const cancelled: PermissionAnswer = { isAllowed: false, option: undefined, outcome: { outcome: 'cancelled' } };

/** Returns the answer `cancelled`. */
export function noAnswer(): PermissionAnswer {
  return cancelled;
}

/** Reads the response of one client among several: undefined unless it chooses an option that was offered, or cancels. */
export function validPermissionAnswer(
  response: unknown,
  options: readonly PermissionOption[],
): PermissionAnswer | undefined {
  if (!RequestPermissionResponse.is(response)) return undefined;
  const answer = readPermissionAnswer(response, options);
  return answer.option !== undefined || answer.outcome.outcome === 'cancelled' ? answer : undefined;
}

/** Reads the client's response; a malformed one counts as `cancelled`. */
export function readPermissionAnswer(response: unknown, options: readonly PermissionOption[]): PermissionAnswer {
  if (!RequestPermissionResponse.is(response)) return cancelled;
  const { outcome, _meta } = response;
  const further = present({ _meta: _meta ?? undefined });
  if (outcome.outcome !== 'selected') return { ...cancelled, outcome, ...further };
  const option = options.find((candidate) => candidate.optionId === outcome.optionId);
  const isAllowed = option?.kind === 'allow_once' || option?.kind === 'allow_always';
  return { isAllowed, option, outcome, ...further };
}
