import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badAnswer } from '../agent-mutant.ts';

/** Makes sessions before a handshake. */
export const n10NoHandshake: AgentMutant = {
  name: 'n10-no-handshake',
  breaks: 'N10',
  defect: 'Makes sessions before a handshake.',
  dialects: ['november'],
  caughtBy: ['handshake.first'],
  make: () =>
    badAnswer('session/new', (message) => {
      const { error } = message as { readonly error?: JsonObject };
      return error?.['code'] === -32600 ? { jsonrpc: '2.0', id: message['id'], result: { sessionId: 's' } } : message;
    }),
};
