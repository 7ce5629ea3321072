import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Answers a prompt twice. */
export const a32TwoAnswers: AgentMutant = {
  name: 'a32-two-answers',
  breaks: 'A32',
  defect: 'Answers a prompt twice.',
  dialects: everywhere,
  caughtBy: ['prompt.one-answer'],
  make: () => ({
    fromAgent(message, wire) {
      wire.toClient(message);
      if (wire.requestOf(message)?.['method'] === 'session/prompt') wire.toClient(message);
    },
  }),
};
