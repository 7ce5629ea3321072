import { type ClientMutant, endsOn, updateIn } from '../client-mutant.ts';

/** Ends when the id of a message is not made of letters, digits and dashes. */
export const c16EndsOnOddIds: ClientMutant = {
  name: 'c16-ends-on-odd-ids',
  breaks: 'C16',
  defect: 'Ends when the id of a message is not made of letters, digits and dashes.',
  dialects: ['june', 'november'],
  caughtBy: ['updates.odd-ids'],
  make: () =>
    endsOn((message) => {
      const { messageId } = updateIn(message) ?? {};
      return typeof messageId === 'string' && !/^[\w-]+$/.test(messageId);
    }),
};
