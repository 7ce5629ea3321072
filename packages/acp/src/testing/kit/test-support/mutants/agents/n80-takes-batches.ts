import type { AgentMutant } from '../agent-mutant.ts';

/** Answers the messages of a batch. */
export const n80TakesBatches: AgentMutant = {
  name: 'n80-takes-batches',
  breaks: 'N80',
  defect: 'Answers the messages of a batch.',
  dialects: ['november'],
  caughtBy: ['output.batch'],
  make: () => ({
    lineFromClient(text, wire) {
      if (text.startsWith('[{')) for (const message of JSON.parse(text)) wire.toAgent(message);
      else wire.toAgent(text);
    },
  }),
};
