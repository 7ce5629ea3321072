import { chainedTranslator } from '../chained-translator.ts';
import type { Edge, Hosting } from '../edge.ts';
import type { EdgeOptions } from '../edges.ts';
import { juneNovember } from '../june-november/edge.ts';
import { pairedTranslator } from '../paired-translator.ts';
import type { Translator } from '../translator.ts';
import { type ClientHost, servicesOf } from '../v1-june/client-host.ts';
import { v1June } from '../v1-june/edge.ts';
import { toV1 as fromJuneToV1, toJune } from '../v1-june/rules.ts';
import { serving } from '../v1-june/serving.ts';
import { juneClientOfV1Agent } from '../v1-june/to-june/pairing.ts';
import { withForks } from './forks.ts';
import { HostedTerminals } from './hosted-terminals.ts';
import { toNovember, toV1 } from './rules.ts';
import { takenFromV1 } from './taken-from-v1.ts';
import { terminalsAsThemselves } from './told-terminals.ts';
import { entriesForV1, entryForNovember } from './undone.ts';

/** Translates for a client that reads June, and beside it what only November has. */
function wideClientOfV1Agent(options: EdgeOptions): Translator {
  const terminals = terminalsAsThemselves(options.hostedTerminals);
  const pairing = juneClientOfV1Agent({ ...options, offered: takenFromV1, keepsNames: true, terminals });
  return pairedTranslator(pairing, { client: fromJuneToV1, agent: toJune });
}

function novemberClientOfV1Agent(options: EdgeOptions): Translator {
  const nearAgent = wideClientOfV1Agent(options);
  return withForks(chainedTranslator(juneNovember.translate('november', options), nearAgent, entryForNovember));
}

function v1ClientOfNovemberAgent(options: EdgeOptions): Translator {
  const entries = entriesForV1();
  const nearAgent = juneNovember.translate('june', options);
  const chain = withForks(chainedTranslator(v1June.translate('v1', options), nearAgent, entries.entry));
  return {
    ...chain,
    fromClient(message) {
      entries.see(message);
      return chain.fromClient(message);
    },
  };
}

function hosting(host: ClientHost): Hosting {
  const hostedTerminals = new HostedTerminals();
  return {
    options: { services: servicesOf(host), hostedTerminals },
    start: (callbacks) => serving(hostedTerminals.watch(host, callbacks.onTerminalNews), callbacks),
  };
}

/** Translates between v1 and the November draft of v2, by way of June, which carries what it has no name for. */
export const v1November: Edge = {
  dialects: ['v1', 'november'],
  directionTo: (dialect) => (dialect === 'v1' ? toV1 : toNovember),
  translate: (client, options) =>
    client === 'v1' ? v1ClientOfNovemberAgent(options) : novemberClientOfV1Agent(options),
  clientCapabilities: (params, to) => v1June.clientCapabilities(params, to === 'v1' ? 'v1' : 'june'),
  hosting,
  noteOnPassing: () => undefined,
};

/** Translates between v1 and June for a June client that also reads what only November has, and gets it as November has it. */
export const v1WideJune: Edge = {
  ...v1June,
  translate: (client, options) => (client === 'v1' ? v1June.translate(client, options) : wideClientOfV1Agent(options)),
  hosting,
};
