import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, errorOf, ownAnswer } from '../agent-mutant.ts';

/** Refuses a handshake because of malformed capabilities. */
export const n09Strict: AgentMutant = {
  name: 'n09-strict',
  breaks: 'N9',
  defect: 'Refuses a handshake because of malformed capabilities.',
  dialects: ['november'],
  caughtBy: ['handshake.lenient'],
  make: () =>
    ownAnswer(({ params }) => (isObject(params) && params['capabilities'] === 'all' ? errorOf(-32602) : undefined)),
};
