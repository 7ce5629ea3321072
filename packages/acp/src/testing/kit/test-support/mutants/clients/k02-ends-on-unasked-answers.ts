import { type ClientMutant, endsOn } from '../client-mutant.ts';

/** Ends when an answer comes that it has not asked for. */
export const k02EndsOnUnaskedAnswers: ClientMutant = {
  name: 'k02-ends-on-unasked-answers',
  breaks: 'K2',
  defect: 'Ends when an answer comes that it has not asked for.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['frames.unasked-answer'],
  make: () => endsOn((message) => message['id'] === 'emend-check-nobody'),
};
