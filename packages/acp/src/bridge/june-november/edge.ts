import type { Edge } from '../edge.ts';
import { capabilitiesOf, initializeInJune, initializeInNovember } from './handshake.ts';
import { toJune, toNovember } from './rules.ts';
import { juneClientOfNovemberAgent } from './to-june/pairing.ts';
import { novemberClientOfJuneAgent } from './to-november/pairing.ts';

/** Translates between the June and the November draft of v2. */
export const juneNovember: Edge = {
  dialects: ['june', 'november'],
  directionTo: (dialect) => (dialect === 'june' ? toJune : toNovember),
  pair: (client, options) =>
    client === 'june' ? juneClientOfNovemberAgent(options) : novemberClientOfJuneAgent(options),
  reword: (params, to) => (to === 'june' ? initializeInJune(params) : initializeInNovember(params)),
  clientCapabilities: (params) => capabilitiesOf(params),
  noteOnPassing: () => undefined,
};
