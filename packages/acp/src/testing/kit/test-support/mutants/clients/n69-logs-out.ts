import type { ClientMutant } from '../client-mutant.ts';

/** Logs out of an agent that has no way to log in. */
export const n69LogsOut: ClientMutant = {
  name: 'n69-logs-out',
  breaks: 'N69',
  defect: 'Logs out of an agent that has no way to log in.',
  dialects: ['november'],
  caughtBy: ['session.offered-only'],
  make: () => ({
    fromClient(message, wire) {
      wire.toAgent(message);
      if (message['method'] !== 'session/prompt') return;
      wire.toAgent({ jsonrpc: '2.0', id: 'out', method: 'auth/logout', params: {} });
    },
    fromAgent(message, wire) {
      if (message['id'] !== 'out') wire.toClient(message);
    },
  }),
};
