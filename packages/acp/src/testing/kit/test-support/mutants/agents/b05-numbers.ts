import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Answers an id that is a text of digits with a number. */
export const b05Numbers: AgentMutant = {
  name: 'b05-numbers',
  breaks: 'B5',
  defect: 'Answers an id that is a text of digits with a number.',
  dialects: everywhere,
  caughtBy: ['output.ids'],
  isSilent: true,
  make: () => ({
    fromAgent(message, wire) {
      const { id } = message;
      const isDigits = !('method' in message) && typeof id === 'string' && /^\d+$/.test(id);
      wire.toClient(isDigits ? { ...message, id: Number(id) } : message);
    },
  }),
};
