import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Answers permission requests with true. */
export const c22NoOutcome: ClientMutant = {
  name: 'c22-no-outcome',
  breaks: 'C22',
  defect: 'Answers permission requests with true.',
  dialects: ['v1', 'november'],
  caughtBy: ['permission.answered', 'permission.unannounced'],
  mayFollow: ['permission.two', 'permission.unknown-kinds', 'permission.withdrawn', 'cancel.permission'],
  make: () => badAnswer(/request_permission/, (answer) => ({ ...answer, result: { outcome: true } })),
};
