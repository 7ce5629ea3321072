import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Answers permission requests with an option that was not offered. */
export const c22UnofferedOption: ClientMutant = {
  name: 'c22-unoffered-option',
  breaks: 'C22',
  defect: 'Answers permission requests with an option that was not offered.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['permission.answered', 'permission.unannounced'],
  mayFollow: ['permission.two', 'permission.unknown-kinds', 'permission.withdrawn', 'cancel.permission'],
  make: () =>
    badAnswer(/request_permission/, (answer) => ({
      ...answer,
      result: { outcome: { outcome: 'selected', optionId: 'allow' } },
    })),
};
