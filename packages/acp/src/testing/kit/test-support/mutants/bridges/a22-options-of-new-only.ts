import { withResult } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that passes the options of a session when it is made, and not when it is opened again. */
export const mutant: BridgeMutant = {
  breaks: 'A22',
  defect: 'Passes the options of a session when it is made, and not when it is opened again.',
  pair: '1:june',
  caughtBy: ['options.again'],
  start: bent({
    client: () => {
      const loads = new Set<unknown>();
      return {
        sent(message) {
          if (/^session\/(load|resume)$/.test(String(message['method']))) loads.add(message['id']);
          return [message];
        },
        received: (message) => [
          loads.has(message['id'])
            ? withResult(message, ({ configOptions: _, modes: __, ...result }) => result)
            : message,
        ],
      };
    },
  }),
};
