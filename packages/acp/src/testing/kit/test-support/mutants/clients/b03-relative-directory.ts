import { badCall, type ClientMutant } from '../client-mutant.ts';

/** Opens sessions in a relative directory. */
export const b03RelativeDirectory: ClientMutant = {
  name: 'b03-relative-directory',
  breaks: 'B3',
  defect: 'Opens sessions in a relative directory.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['session.new'],
  make: () => badCall('session/new', (params) => ({ ...params, cwd: 'work' })),
};
