import type { JsonObject } from '../../../../../protocol/reading/guard.ts';
import { type AgentMutant, paramsOf } from '../agent-mutant.ts';

/** Refuses a prompt and inserts it all the same. */
export const n23RefusedButThere: AgentMutant = {
  name: 'n23-refused-but-there',
  breaks: 'N23',
  defect: 'Refuses a prompt and inserts it all the same.',
  dialects: ['november'],
  caughtBy: ['prompt.malformed'],
  make: () => ({
    fromAgent(message, wire) {
      const request = wire.requestOf(message);
      const { error } = message as { readonly error?: JsonObject };
      if (request?.['method'] === 'session/prompt' && error?.['code'] === -32602) {
        const { sessionId } = paramsOf(request);
        const update = { sessionUpdate: 'user_message', messageId: 'u', content: [] };
        wire.toClient({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
      }
      wire.toClient(message);
    },
  }),
};
