import type { ClientMutant } from '../client-mutant.ts';

/** Takes a request with the id 0 for a notification. */
export const b05NoZero: ClientMutant = {
  name: 'b05-no-zero',
  breaks: 'B5',
  defect: 'Takes a request with the id 0 for a notification.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['requests.ids'],
  isSilent: true,
  make: () => ({
    fromClient(message, wire) {
      if (wire.requestOf(message) === undefined || message['id'] !== 0) wire.toAgent(message);
    },
  }),
};
