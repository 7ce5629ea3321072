import { isObject } from '../../../../../protocol/reading/guard.ts';
import { withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that passes only the keys that it knows, although both sides speak alike. */
export const mutant: BridgeMutant = {
  breaks: 'P2',
  defect: 'Passes only the keys that it knows, although both sides speak alike.',
  pair: '1:1',
  caughtBy: ['proxy.unknown-keys'],
  start: bent({
    client: () => ({
      received: (message) => [
        withUpdate(message, ({ later: _, ...update }) => ({
          ...update,
          ...(isObject(update['content']) && 'later' in update['content'] && { content: { type: 'text', text: 'x' } }),
        })),
      ],
    }),
  }),
};
