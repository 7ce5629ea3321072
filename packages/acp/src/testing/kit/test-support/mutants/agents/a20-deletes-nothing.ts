import { type AgentMutant, everywhere, ownAnswer } from '../agent-mutant.ts';

/** Answers session/delete without deleting anything. */
export const a20DeletesNothing: AgentMutant = {
  name: 'a20-deletes-nothing',
  breaks: 'A20',
  defect: 'Answers session/delete without deleting anything.',
  dialects: everywhere,
  caughtBy: ['delete.gone'],
  make: () => ownAnswer(({ method }) => (method === 'session/delete' ? { result: {} } : undefined)),
};
