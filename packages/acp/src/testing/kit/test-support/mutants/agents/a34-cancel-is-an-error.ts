import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, badAnswer, errorOf } from '../agent-mutant.ts';

/** Answers a cancelled prompt with an error. */
export const a34CancelIsAnError: AgentMutant = {
  name: 'a34-cancel-is-an-error',
  breaks: 'A34',
  defect: 'Answers a cancelled prompt with an error.',
  dialects: ['v1', 'june'],
  caughtBy: ['cancel.running', 'cancel.early'],
  mayFollow: ['cancel.permission', 'cancel.other-session', 'close.running'],
  make: () =>
    badAnswer('session/prompt', (message) => {
      const { stopReason } = (message['result'] ?? {}) as JsonObject;
      return stopReason === 'cancelled'
        ? { jsonrpc: '2.0', id: message['id'], ...errorOf(-32603, 'Aborted') }
        : message;
    }),
};
