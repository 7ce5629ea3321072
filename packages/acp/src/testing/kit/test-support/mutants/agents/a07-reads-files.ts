import type { AgentMutant } from '../agent-mutant.ts';

/** Asks the client for a file, which the client has not offered. */
export const a07ReadsFiles: AgentMutant = {
  name: 'a07-reads-files',
  breaks: 'A7',
  defect: 'Asks the client for a file, which the client has not offered.',
  dialects: ['v1', 'june'],
  caughtBy: ['capabilities.of-client'],
  make: () => ({
    fromAgent(message, wire) {
      if (wire.requestOf(message)?.['method'] === 'session/prompt') {
        wire.toClient({ jsonrpc: '2.0', id: 'read', method: 'fs/read_text_file', params: { path: '/project/a.txt' } });
      }
      wire.toClient(message);
    },
    fromClient(message, wire) {
      if (message['id'] !== 'read') wire.toAgent(message);
    },
  }),
};
