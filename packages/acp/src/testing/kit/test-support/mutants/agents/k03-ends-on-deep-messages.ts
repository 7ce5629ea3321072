import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Ends when a message is nested very deep. */
export const k03EndsOnDeepMessages: AgentMutant = {
  name: 'k03-ends-on-deep-messages',
  breaks: 'K3',
  defect: 'Ends when a message is nested very deep.',
  dialects: everywhere,
  caughtBy: ['errors.deep'],
  make: () => ({
    fromClient(message, wire) {
      if (String(message['method']).endsWith('/deep')) wire.end();
      else wire.toAgent(message);
    },
  }),
};
