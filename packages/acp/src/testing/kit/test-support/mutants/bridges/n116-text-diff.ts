import { isObject, type JsonObject } from '../../../../../protocol/reading/guard.ts';
import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

function textDiffs(update: JsonObject): JsonObject {
  const { content } = update;
  if (!Array.isArray(content)) return update;
  const diff = { type: 'diff', path: '/w/notes.txt', oldText: 'old line\n', newText: 'new line\n' };
  return { ...update, content: content.map((item) => (isObject(item) && item['type'] === 'diff' ? diff : item)) };
}

/** A bridge that passes a change of a file to a client of November as June has it. */
export const mutant: BridgeMutant = {
  breaks: 'N116',
  defect: 'Passes a change of a file to a client of November as June has it.',
  pair: 'november:june',
  caughtBy: ['update.diff'],
  start: bent({ client: () => ({ received: (message) => [withUpdate(message, textDiffs)] }) }),
};
