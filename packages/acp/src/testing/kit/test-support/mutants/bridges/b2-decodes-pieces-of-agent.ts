import { byteTransport } from '../../byte-transport.ts';
import { rightBridge } from '../../right-bridge.ts';
import type { BridgeMutant } from './bridge-mutant.ts';

/** A bridge that decodes each piece of what its agent sends by itself. */
export const mutant: BridgeMutant = {
  breaks: 'B2',
  defect: 'Decodes each piece of what its agent sends by itself, and breaks a character that comes in two.',
  pair: 'november:june',
  caughtBy: ['frames.encoding'],
  start: rightBridge({}, { agent: (transport) => byteTransport(transport, 'each piece') }),
};
