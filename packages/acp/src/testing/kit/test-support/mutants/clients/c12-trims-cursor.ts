import { badCall, type ClientMutant } from '../client-mutant.ts';

/** Changes the cursor of a list. */
export const c12TrimsCursor: ClientMutant = {
  name: 'c12-trims-cursor',
  breaks: 'C12',
  defect: 'Changes the cursor of a list.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['list.cursor'],
  mayFollow: ['load.request', 'load.replay'],
  isSilent: true,
  make: () =>
    badCall('session/list', ({ cursor, ...params }) => ({
      ...params,
      ...(typeof cursor === 'string' && { cursor: cursor.trim() }),
    })),
};
