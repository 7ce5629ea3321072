import type { ClientMutant } from '../client-mutant.ts';

/** Opens a session before initialize is answered. */
export const c01DoesNotWait: ClientMutant = {
  name: 'c01-does-not-wait',
  breaks: 'C1',
  defect: 'Opens a session before initialize is answered.',
  dialects: ['v1', 'june'],
  caughtBy: ['handshake.waits'],
  mayFollow: ['handshake.unknown-version'],
  make: () => ({
    fromClient(message, wire) {
      wire.toAgent(message);
      if (message['method'] !== 'initialize') return;
      wire.toAgent({ jsonrpc: '2.0', id: 'early', method: 'session/new', params: { cwd: '/w', mcpServers: [] } });
    },
    fromAgent(message, wire) {
      if (message['id'] !== 'early') wire.toClient(message);
    },
  }),
};
