import type { ClientMutant } from '../client-mutant.ts';

/** Uses fractional ids. */
export const n81FractionalIds: ClientMutant = {
  name: 'n81-fractional-ids',
  breaks: 'N81',
  defect: 'Uses fractional ids.',
  dialects: ['november'],
  caughtBy: ['output.ids'],
  make: () => ({
    fromClient(message, wire) {
      const isOwn = message['method'] !== undefined && typeof message['id'] === 'number';
      wire.toAgent(isOwn ? { ...message, id: Number(message['id']) + 0.5 } : message);
    },
    fromAgent(message, wire) {
      const isOwn = message['method'] === undefined && typeof message['id'] === 'number';
      wire.toClient(isOwn ? { ...message, id: Number(message['id']) - 0.5 } : message);
    },
  }),
};
