import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function withoutId(update: JsonObject): JsonObject {
  const { messageId, ...rest } = update;
  return String(messageId).startsWith('emend-') ? rest : update;
}

/** A bridge that passes the chunks of an agent of v1 without an id. */
export const mutant: BridgeMutant = {
  breaks: 'A25',
  defect: 'Passes the chunks of an agent of v1 without an id.',
  pair: 'june:1',
  caughtBy: ['update.message-ids'],
  start: bent({ client: () => ({ received: (message) => [withUpdate(message, withoutId)] }) }),
};
