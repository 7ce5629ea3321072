import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, paramsOf } from '../agent-mutant.ts';

/** Sends text after a cancelled turn has been answered. */
export const a35LateUpdates: AgentMutant = {
  name: 'a35-late-updates',
  breaks: 'A35',
  defect: 'Sends text after a cancelled turn has been answered.',
  dialects: ['v1', 'june'],
  caughtBy: ['cancel.updates-before'],
  make: () => ({
    fromAgent(message, wire) {
      wire.toClient(message);
      const request = wire.requestOf(message);
      const { stopReason } = (message['result'] ?? {}) as JsonObject;
      if (request?.['method'] !== 'session/prompt' || stopReason !== 'cancelled') return;
      const content = { type: 'text', text: 'late' };
      const update = { sessionUpdate: 'agent_message_chunk', messageId: 'late', content };
      const { sessionId } = paramsOf(request);
      wire.toClient({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
    },
  }),
};
