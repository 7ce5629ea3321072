import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Answers with errors that have no code. */
export const b17NoCode: AgentMutant = {
  name: 'b17-no-code',
  breaks: 'B17',
  defect: 'Answers with errors that have no code.',
  dialects: everywhere,
  caughtBy: ['errors.shape'],
  mayFollow: ['auth.not-offered'],
  make: () => ({
    fromAgent(message, wire) {
      const { error } = message as { readonly error?: JsonObject };
      if (error?.['code'] !== -32601) return wire.toClient(message);
      wire.toClient({ ...message, error: { message: error['message'] } });
    },
  }),
};
