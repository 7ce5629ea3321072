import { isObject } from '../../../../../protocol/reading/guard.ts';
import type { ClientMutant } from '../client-mutant.ts';

/** Takes an empty cursor for the end of a list. */
export const c12StopsAtEmpty: ClientMutant = {
  name: 'c12-stops-at-empty',
  breaks: 'C12',
  defect: 'Takes an empty cursor for the end of a list.',
  dialects: ['november'],
  caughtBy: ['list.empty-cursor'],
  make: () => ({
    fromAgent(message, wire) {
      const { result } = message;
      if (!isObject(result) || result['nextCursor'] !== '') return wire.toClient(message);
      const { nextCursor: _, ...rest } = result;
      wire.toClient({ ...message, result: rest });
    },
  }),
};
