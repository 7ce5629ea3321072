import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Gives permission after it has cancelled. */
export const c20AllowsAfterCancel: ClientMutant = {
  name: 'c20-allows-after-cancel',
  breaks: 'C20',
  defect: 'Gives permission after it has cancelled.',
  dialects: ['v1', 'june'],
  caughtBy: ['cancel.permission'],
  mayFollow: ['permission.two'],
  make: () =>
    badAnswer(/request_permission/, (answer) => ({
      ...answer,
      result: { outcome: { outcome: 'selected', optionId: 'yes-1' } },
    })),
};
