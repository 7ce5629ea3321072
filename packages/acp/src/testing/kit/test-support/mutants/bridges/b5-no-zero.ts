import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that takes a request with the id 0 for a notification. */
export const mutant: BridgeMutant = {
  breaks: 'B5',
  defect: 'Takes a request with the id 0 for a notification.',
  pair: '1:june',
  caughtBy: ['ids.kept'],
  start: bent({
    client: () => ({
      received: (message) => (message['method'] === undefined && message['id'] === 0 ? [] : [message]),
    }),
  }),
};
