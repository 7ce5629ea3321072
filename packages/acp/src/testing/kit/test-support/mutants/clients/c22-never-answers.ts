import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Never answers a permission request. */
export const c22NeverAnswers: ClientMutant = {
  name: 'c22-never-answers',
  breaks: 'C22',
  defect: 'Never answers a permission request.',
  dialects: ['june'],
  caughtBy: ['permission.answered', 'permission.unannounced', 'permission.two', 'permission.unknown-kinds'],
  mayFollow: ['cancel.permission'],
  isSilent: true,
  make: () => badAnswer(/request_permission/, () => undefined),
};
