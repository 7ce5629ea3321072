import { isObject } from '../../../../../protocol/reading/guard.ts';
import type { ClientMutant } from '../client-mutant.ts';

/** Asks for one more page of a list after its last one. */
export const c12AsksAgain: ClientMutant = {
  name: 'c12-asks-again',
  breaks: 'C12',
  defect: 'Asks for one more page of a list after its last one.',
  dialects: ['v1', 'june', 'november'],
  caughtBy: ['list.cursor'],
  make: () => {
    const listing = new Map<unknown, unknown>();
    let hasAsked = false;
    return {
      fromClient(message, wire) {
        if (message['method'] === 'session/list') listing.set(message['id'], message['params']);
        wire.toAgent(message);
      },
      fromAgent(message, wire) {
        const { id, result } = message;
        const isLast = listing.has(id) && isObject(result) && result['nextCursor'] == null;
        if (isLast && !hasAsked) {
          hasAsked = true;
          wire.toAgent({ jsonrpc: '2.0', id: 'once-more', method: 'session/list', params: { cursor: '' } });
        }
        if (id !== 'once-more') wire.toClient(message);
      },
    };
  },
};
