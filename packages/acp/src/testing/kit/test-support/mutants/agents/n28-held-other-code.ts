import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badAnswer } from '../agent-mutant.ts';

/** Refuses a prompt that it has held, when the work is cancelled, with a code of its own. */
export const n28HeldOtherCode: AgentMutant = {
  name: 'n28-held-other-code',
  breaks: 'N28',
  defect: 'Refuses a prompt that it has held, when the work is cancelled, with a code of its own.',
  dialects: ['november'],
  caughtBy: ['states.held'],
  mayFollow: ['cancel.early', 'states.withdrawn'],
  make: () =>
    badAnswer('session/prompt', (message) => {
      const { error } = message;
      return isObject(error) && error['code'] === -32800 ? { ...message, error: { ...error, code: -32603 } } : message;
    }),
};
