import { type RequestPermissionOutcome, RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
import type { PermissionOption } from '../../protocol/june/generated/permission.ts';

/** What came of a question to the person. */
export interface PermissionAnswer {
  /** Whether an option was chosen that allows; anything else, an unknown option or outcome included, does not. */
  readonly isAllowed: boolean;
  /** The chosen option, if it is one of those offered. */
  readonly option: PermissionOption | undefined;
  readonly outcome: RequestPermissionOutcome;
}

const cancelled: PermissionAnswer = { isAllowed: false, option: undefined, outcome: { outcome: 'cancelled' } };

/** The answer where nobody answered. */
export function noAnswer(): PermissionAnswer {
  return cancelled;
}

/** Reads the answer of a client: what cannot be read is no approval. */
export function readPermissionAnswer(response: unknown, options: readonly PermissionOption[]): PermissionAnswer {
  if (!RequestPermissionResponse.is(response)) return cancelled;
  const { outcome } = response;
  if (outcome.outcome !== 'selected') return { ...cancelled, outcome };
  const option = options.find((candidate) => candidate.optionId === outcome.optionId);
  const isAllowed = option?.kind === 'allow_once' || option?.kind === 'allow_always';
  return { isAllowed, option, outcome };
}
