import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badAnswer, errorOf } from '../agent-mutant.ts';

/** Refuses a version that it does not have with another error than -32022. */
export const n07OtherCode: AgentMutant = {
  name: 'n07-other-code',
  breaks: 'N7',
  defect: 'Refuses a version that it does not have with another error than -32022.',
  dialects: ['november'],
  caughtBy: ['handshake.unsupported-version'],
  make: () =>
    badAnswer('initialize', (message) => {
      const { error } = message as { readonly error?: JsonObject };
      return error?.['code'] === -32022 ? { ...message, ...errorOf(-32600) } : message;
    }),
};
