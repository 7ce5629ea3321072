import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that answers a request whose id is a text of digits with a number. */
export const mutant: BridgeMutant = {
  breaks: 'B5',
  defect: 'Answers a request whose id is a text of digits with a number.',
  pair: 'june:1',
  caughtBy: ['ids.kept'],
  start: bent({
    client: () => ({
      received: (message) => [
        message['method'] === undefined && typeof message['id'] === 'string' && /^\d+$/.test(message['id'])
          ? { ...message, id: Number(message['id']) }
          : message,
      ],
    }),
  }),
};
