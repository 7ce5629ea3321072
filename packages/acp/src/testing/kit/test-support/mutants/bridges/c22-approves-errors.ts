import { isObject, type JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

const approval = { outcome: { outcome: 'selected', optionId: 'yes-once' } };

function approves({ error, ...message }: JsonObject): JsonObject {
  const isRefusal = isObject(error) && error['message'] === 'No dialog.';
  return isRefusal ? { ...message, result: approval } : { ...message, ...(error !== undefined && { error }) };
}

/** A bridge that takes the error of a client that was asked for permission for an approval. */
export const mutant: BridgeMutant = {
  breaks: 'C22',
  defect: 'Takes the error of a client that was asked for permission for an approval.',
  pair: 'june:1',
  caughtBy: ['permission.no-approval'],
  start: bent({ agent: () => ({ received: (message) => [approves(message)] }) }),
};
