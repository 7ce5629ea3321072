import { type AgentMutant, errorOf, ownAnswer } from '../agent-mutant.ts';

/** Refuses to cancel a tool call as if there were no such method. */
export const n38NoSuchMethod: AgentMutant = {
  name: 'n38-no-such-method',
  breaks: 'N38',
  defect: 'Refuses to cancel a tool call as if there were no such method.',
  dialects: ['november'],
  caughtBy: ['tools.cancel-unknown'],
  make: () => ownAnswer(({ method }) => (method === 'tool_call/cancel' ? errorOf(-32601) : undefined)),
};
