import type { Transport } from '../../../../../transport/transport.ts';
import { rightBridge } from '../../right-bridge.ts';
import type { BridgeMutant } from './bridge-mutant.ts';

/** Ends the connection at a line that is no message. */
function fragile(transport: Transport): Transport {
  return {
    ...transport,
    send(frame) {
      if (frame.startsWith('{')) return transport.send(frame);
      void transport.close();
      return undefined;
    },
  };
}

/** A bridge that ends when the agent prints a line that is no message. */
export const mutant: BridgeMutant = {
  breaks: 'K5',
  defect: 'Ends when the agent prints a line that is no message.',
  pair: '1:november',
  caughtBy: ['frames.noise-of-agent'],
  start: rightBridge({}, { agent: fragile }),
};
