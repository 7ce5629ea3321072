import type { Transport } from '../../../../../transport/transport.ts';
import { rightBridge } from '../../right-bridge.ts';
import type { BridgeMutant } from './bridge-mutant.ts';

/** Takes a batch for nothing. */
function withoutBatches(transport: Transport): Transport {
  return { ...transport, send: (frame) => (frame.startsWith('[') ? undefined : transport.send(frame)) };
}

/** A bridge that loses batches. */
export const mutant: BridgeMutant = {
  breaks: 'B6',
  defect: 'Loses batches.',
  pair: 'june:1',
  caughtBy: ['frames.batch'],
  start: rightBridge({}, { client: withoutBatches }),
};
