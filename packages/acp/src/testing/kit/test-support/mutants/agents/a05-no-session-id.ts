import { type AgentMutant, badResult, everywhere } from '../agent-mutant.ts';

/** Answers session/new without the id of a session. */
export const a05NoSessionId: AgentMutant = {
  name: 'a05-no-session-id',
  breaks: 'A5',
  defect: 'Answers session/new without the id of a session.',
  dialects: everywhere,
  caughtBy: ['session.new'],
  make: () => badResult('session/new', ({ sessionId: _, ...result }) => result),
};
