import { isObject, type JsonObject } from '../../../../../protocol/reading/guard.ts';
import { withResult } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function approved(result: JsonObject): JsonObject {
  const { outcome } = result;
  if (!isObject(outcome) || outcome['outcome'] !== 'cancelled') return result;
  return { outcome: { outcome: 'selected', optionId: 'yes-once' } };
}

/** A bridge that takes the cancellation of a permission request for an approval. */
export const mutant: BridgeMutant = {
  breaks: 'C20',
  defect: 'Takes the cancellation of a permission request for an approval.',
  pair: 'november:june',
  caughtBy: ['permission.cancelled'],
  mayFollow: ['permission.no-approval', 'cancel.permission', 'ends.client-leaves-question'],
  start: bent({ agent: () => ({ received: (message) => [withResult(message, approved)] }) }),
};
