import { type AgentMutant, paramsOf } from '../agent-mutant.ts';

/** Sends an update of a session after it was closed. */
export const n34SpeaksAfterClose: AgentMutant = {
  name: 'n34-speaks-after-close',
  breaks: 'N34',
  defect: 'Sends an update of a session after it was closed.',
  dialects: ['november'],
  caughtBy: ['close.running'],
  make: () => ({
    fromAgent(message, wire) {
      wire.toClient(message);
      const request = wire.requestOf(message);
      if (request?.['method'] !== 'session/close') return;
      const { sessionId } = paramsOf(request);
      const update = { sessionUpdate: 'session_info_update', title: 'Closed' };
      wire.toClient({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
    },
  }),
};
