import type { AgentMutant } from '../agent-mutant.ts';

/** Answers an empty batch with an empty batch. */
export const b06AnswersEmptyBatch: AgentMutant = {
  name: 'b06-answers-empty-batch',
  breaks: 'B6',
  defect: 'Answers an empty batch with an empty batch.',
  dialects: ['june', 'november'],
  caughtBy: ['output.empty-batch'],
  make: () => ({
    lineFromClient(text, wire) {
      if (text === '[]') wire.toClient([]);
      else wire.toAgent(text);
    },
  }),
};
