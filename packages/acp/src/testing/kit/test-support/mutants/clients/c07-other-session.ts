import { badCall, type ClientMutant } from '../client-mutant.ts';

/** Sends its prompts to a session that it has not opened. */
export const c07OtherSession: ClientMutant = {
  name: 'c07-other-session',
  breaks: 'C7',
  defect: 'Sends its prompts to a session that it has not opened.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['prompt.sent'],
  mayFollow: ['prompt.second'],
  make: () => badCall('session/prompt', (params) => ({ ...params, sessionId: 'mine' })),
};
