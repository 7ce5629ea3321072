import type { ClientMutant } from '../client-mutant.ts';

/** Sends session/cancel as a request. */
export const c20CancelIsARequest: ClientMutant = {
  name: 'c20-cancel-is-a-request',
  breaks: 'C20',
  defect: 'Sends session/cancel as a request.',
  dialects: ['v1', 'june'],
  caughtBy: ['cancel.sent'],
  make: () => ({
    fromClient(message, wire) {
      wire.toAgent(message['method'] === 'session/cancel' ? { ...message, id: 'cancel' } : message);
    },
    fromAgent(message, wire) {
      if (message['id'] !== 'cancel') wire.toClient(message);
    },
  }),
};
