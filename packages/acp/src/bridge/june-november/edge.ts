import type { Edge } from '../edge.ts';
import { pairedTranslator } from '../paired-translator.ts';
import { capabilitiesOf } from './handshake.ts';
import { toJune, toNovember } from './rules.ts';
import { juneClientOfNovemberAgent } from './to-june/pairing.ts';
import { novemberClientOfJuneAgent } from './to-november/pairing.ts';

/** Translates between the June and the November draft of v2. */
export const juneNovember: Edge = {
  dialects: ['june', 'november'],
  directionTo: (dialect) => (dialect === 'june' ? toJune : toNovember),
  translate: (client, options) =>
    client === 'june'
      ? pairedTranslator(juneClientOfNovemberAgent(options), { client: toNovember, agent: toJune })
      : pairedTranslator(novemberClientOfJuneAgent(options), { client: toJune, agent: toNovember }),
  clientCapabilities: (params) => capabilitiesOf(params),
  noteOnPassing: () => undefined,
};
