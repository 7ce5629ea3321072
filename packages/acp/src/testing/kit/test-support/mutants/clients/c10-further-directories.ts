import { badCall, type ClientMutant } from '../client-mutant.ts';

/** Names further directories to an agent that does not take them. */
export const c10FurtherDirectories: ClientMutant = {
  name: 'c10-further-directories',
  breaks: 'C10',
  defect: 'Names further directories to an agent that does not take them.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['session.directories'],
  make: () => badCall('session/new', (params) => ({ ...params, additionalDirectories: ['/w/other'] })),
};
