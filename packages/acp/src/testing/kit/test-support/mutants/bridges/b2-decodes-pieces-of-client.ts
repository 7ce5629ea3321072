import { byteTransport } from '../../byte-transport.ts';
import { rightBridge } from '../../right-bridge.ts';
import type { BridgeMutant } from './bridge-mutant.ts';

/** A bridge that decodes each piece of what its client sends by itself. */
export const mutant: BridgeMutant = {
  breaks: 'B2',
  defect: 'Decodes each piece of what its client sends by itself, and breaks a character that comes in two.',
  pair: 'june:1',
  caughtBy: ['frames.encoding'],
  start: rightBridge({}, { client: (transport) => byteTransport(transport, 'each piece') }),
};
