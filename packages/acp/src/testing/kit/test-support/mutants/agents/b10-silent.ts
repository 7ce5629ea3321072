import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Does not answer requests that it does not know. */
export const b10Silent: AgentMutant = {
  name: 'b10-silent',
  breaks: 'B10',
  defect: 'Does not answer requests that it does not know.',
  dialects: everywhere,
  caughtBy: ['errors.unknown-method'],
  mayFollow: ['auth.not-offered'],
  isSilent: true,
  make: () => ({
    fromAgent(message, wire) {
      const { error } = message as { readonly error?: { readonly code?: unknown } };
      if (error?.code !== -32601) wire.toClient(message);
    },
  }),
};
