import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Ends when a line is no JSON. */
export const b06EndsOnGarbage: AgentMutant = {
  name: 'b06-ends-on-garbage',
  breaks: 'B6',
  defect: 'Ends when a line is no JSON.',
  dialects: everywhere,
  caughtBy: ['errors.parse'],
  make: () => ({
    lineFromClient(text, wire) {
      if (text.startsWith('{')) wire.end();
      else wire.toAgent(text);
    },
  }),
};
