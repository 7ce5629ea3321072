import { badAnswer, type ClientMutant } from '../client-mutant.ts';

/** Answers permission requests twice. */
export const b05AnswersTwice: ClientMutant = {
  name: 'b05-answers-twice',
  breaks: 'B5',
  defect: 'Answers permission requests twice.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['permission.answered'],
  mayFollow: ['permission.two', 'permission.withdrawn'],
  make: () =>
    badAnswer(/request_permission/, (answer, wire) => {
      wire.toAgent(answer);
      return answer;
    }),
};
