import type { ClientMutant } from '../client-mutant.ts';

/** Tells something before it has said initialize. */
export const c01SpeaksFirst: ClientMutant = {
  name: 'c01-speaks-first',
  breaks: 'C1',
  defect: 'Tells something before it has said initialize.',
  dialects: ['v1', 'june'],
  caughtBy: ['handshake.first'],
  mayFollow: ['handshake.waits'],
  make: () => {
    let isFirst = true;
    return {
      fromClient(message, wire) {
        if (isFirst) wire.toAgent({ jsonrpc: '2.0', method: '_hello', params: {} });
        isFirst = false;
        wire.toAgent(message);
      },
    };
  },
};
