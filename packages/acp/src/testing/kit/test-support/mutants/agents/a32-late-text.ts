import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, paramsOf } from '../agent-mutant.ts';

/** Sends text of a turn after the turn has ended. */
export const a32LateText: AgentMutant = {
  name: 'a32-late-text',
  breaks: 'A32',
  defect: 'Sends text of a turn after the turn has ended.',
  dialects: ['v1', 'june'],
  caughtBy: ['prompt.nothing-late'],
  make: () => ({
    fromAgent(message, wire) {
      wire.toClient(message);
      const request = wire.requestOf(message);
      const { stopReason } = (message['result'] ?? {}) as JsonObject;
      if (request?.['method'] !== 'session/prompt' || stopReason !== 'end_turn') return;
      const content = { type: 'text', text: 'late' };
      const update = { sessionUpdate: 'agent_message_chunk', messageId: `late-${message['id']}`, content };
      const { sessionId } = paramsOf(request);
      wire.toClient({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
    },
  }),
};
