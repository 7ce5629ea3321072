import type { Transport } from '../../../../../transport/transport.ts';
import { rightBridge } from '../../right-bridge.ts';
import type { BridgeMutant } from './bridge-mutant.ts';

/** Ends the connection at a long message. */
function narrow(transport: Transport): Transport {
  return {
    ...transport,
    send(frame) {
      if (frame.length < 1024 * 1024) return transport.send(frame);
      void transport.close();
      return undefined;
    },
  };
}

/** A bridge that ends when a message is longer than a mebibyte. */
export const mutant: BridgeMutant = {
  breaks: 'K3',
  defect: 'Ends when a message is longer than a mebibyte.',
  pair: 'november:1',
  caughtBy: ['frames.huge'],
  start: rightBridge({}, { client: narrow }),
};
