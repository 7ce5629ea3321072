import { isObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, paramsOf } from '../agent-mutant.ts';

/** Runs a tool when permission is given after the work was cancelled. */
export const n30RunsLate: AgentMutant = {
  name: 'n30-runs-late',
  breaks: 'N30',
  defect: 'Runs a tool when permission is given after the work was cancelled.',
  dialects: ['november'],
  caughtBy: ['cancel.permission-late'],
  make() {
    const asked = new Map<unknown, { readonly sessionId: unknown; readonly toolCallId: unknown }>();
    const cancelled = new Set<unknown>();
    return {
      fromAgent(message, wire) {
        const { sessionId, subject } = paramsOf(message);
        if (message['method'] === 'session/request_permission' && isObject(subject) && isObject(subject['toolCall'])) {
          asked.set(message['id'], { sessionId, toolCallId: subject['toolCall']['toolCallId'] });
        }
        wire.toClient(message);
      },
      fromClient(message, wire) {
        if (message['method'] === 'session/cancel') cancelled.add(paramsOf(message)['sessionId']);
        wire.toAgent(message);
        const question = 'method' in message ? undefined : asked.get(message['id']);
        const { outcome } = isObject(message['result']) ? message['result'] : {};
        if (question === undefined || !cancelled.has(question.sessionId)) return;
        if (!isObject(outcome) || outcome['outcome'] !== 'selected') return;
        const { sessionId, toolCallId } = question;
        for (const status of ['in_progress', 'completed']) {
          const update = { sessionUpdate: 'tool_call_update', toolCallId, status };
          wire.toClient({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
        }
      },
    };
  },
};
