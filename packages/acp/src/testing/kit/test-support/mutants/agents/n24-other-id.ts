import { type AgentMutant, badResult } from '../agent-mutant.ts';

/** Answers a prompt with an id that no message has. */
export const n24OtherId: AgentMutant = {
  name: 'n24-other-id',
  breaks: 'N24',
  defect: 'Answers a prompt with an id that no message has.',
  dialects: ['november'],
  caughtBy: ['messages.echo'],
  mayFollow: ['replay.same-ids'],
  make: () => badResult('session/prompt', (result) => ({ ...result, messageId: `other-${result['messageId']}` })),
};
