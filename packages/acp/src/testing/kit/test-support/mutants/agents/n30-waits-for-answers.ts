import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import type { AgentMutant } from '../agent-mutant.ts';

/** Waits for the answer to a permission request though the turn was cancelled. */
export const n30WaitsForAnswers: AgentMutant = {
  name: 'n30-waits-for-answers',
  breaks: 'N30',
  defect: 'Waits for the answer to a permission request though the turn was cancelled.',
  dialects: ['november'],
  caughtBy: ['cancel.permission-unanswered'],
  isSilent: true,
  make() {
    let isAsking = false;
    let cancel: JsonObject | undefined;
    return {
      fromAgent(message, wire) {
        if (message['method'] === 'session/request_permission') isAsking = true;
        wire.toClient(message);
      },
      fromClient(message, wire) {
        if (message['method'] === 'session/cancel' && isAsking) {
          cancel = message;
          return;
        }
        if (isAsking && 'result' in message) {
          isAsking = false;
          if (cancel !== undefined) wire.toAgent(cancel);
        }
        wire.toAgent(message);
      },
    };
  },
};
