import { updateIn, withUpdate } from '../../altered-transport.ts';
import { type BridgeMutant, bent } from './bridge-mutant.ts';

/** A bridge that shows a client of November its prompt twice. */
export const mutant: BridgeMutant = {
  breaks: 'N114',
  defect: 'Shows a client of November its prompt twice.',
  pair: 'november:1',
  caughtBy: ['prompt.echo'],
  mayFollow: ['session.replay'],
  start: bent({
    client: () => ({
      received: (message) => {
        const update = updateIn(message);
        return String(update?.['sessionUpdate']).startsWith('user_message')
          ? [message, withUpdate(message, (shown) => ({ ...shown, messageId: 'again' }))]
          : [message];
      },
    }),
  }),
};
