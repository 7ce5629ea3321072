import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badAnswer, errorOf } from '../agent-mutant.ts';

/** Refuses a prompt to an unknown session with another error than -32002. */
export const n36OtherCode: AgentMutant = {
  name: 'n36-other-code',
  breaks: 'N36',
  defect: 'Refuses a prompt to an unknown session with another error than -32002.',
  dialects: ['november'],
  caughtBy: ['prompt.unknown-session'],
  make: () =>
    badAnswer('session/prompt', (message) => {
      const { error } = message as { readonly error?: JsonObject };
      return error?.['code'] === -32002 ? { ...message, ...errorOf(-32603) } : message;
    }),
};
