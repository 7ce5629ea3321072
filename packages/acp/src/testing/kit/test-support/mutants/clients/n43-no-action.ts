import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Answers questions for the user without saying what the user did. */
export const n43NoAction: ClientMutant = {
  name: 'n43-no-action',
  breaks: 'N43',
  defect: 'Answers questions for the user without saying what the user did.',
  dialects: ['november'],
  caughtBy: ['requests.elicitation'],
  offers: { elicitation: { form: () => ({ action: 'decline' }) } },
  make: () => badAnswer(/^elicitation/, (answer) => ({ ...answer, result: { content: { name: 'Ada' } } })),
};
