import { type AgentMutant, everywhere, ownAnswer } from '../agent-mutant.ts';

/** Answers session/close without closing anything. */
export const a17CloseDoesNothing: AgentMutant = {
  name: 'a17-close-does-nothing',
  breaks: 'A17',
  defect: 'Answers session/close without closing anything.',
  dialects: everywhere,
  caughtBy: ['close.ends'],
  mayFollow: ['close.running'],
  isSilent: true,
  make: () => ownAnswer(({ method }) => (method === 'session/close' ? { result: {} } : undefined)),
};
