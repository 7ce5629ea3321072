import { type AgentMutant, everywhere } from '../agent-mutant.ts';

/** Answers requests that it does not know with an empty result. */
export const b10Agrees: AgentMutant = {
  name: 'b10-agrees',
  breaks: 'B10',
  defect: 'Answers requests that it does not know with an empty result.',
  dialects: everywhere,
  caughtBy: ['errors.unknown-method'],
  mayFollow: ['auth.not-offered', 'output.batch'],
  make: () => ({
    fromAgent(message, wire) {
      const { error } = message as { readonly error?: { readonly code?: unknown } };
      wire.toClient(error?.code === -32601 ? { jsonrpc: '2.0', id: message['id'], result: {} } : message);
    },
  }),
};
