import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Ends when it gets an answer that it has not asked for. */
export const k02EndsOnAnswers: AgentMutant = {
  name: 'k02-ends-on-answers',
  breaks: 'K2',
  defect: 'Ends when it gets an answer that it has not asked for.',
  dialects: everywhere,
  caughtBy: ['errors.unasked-answer'],
  make: () => ({
    fromClient(message, wire) {
      if (message['id'] === 'emend-check-nobody') wire.end();
      else wire.toAgent(message);
    },
  }),
};
