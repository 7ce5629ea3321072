import type { Edge } from '../edge.ts';
import type { LedgerEntry } from '../ledger.ts';
import { pairedTranslator } from '../paired-translator.ts';
import { type ClientHost, servicesOf } from './client-host.ts';
import { capabilitiesInJune, capabilitiesInV1 } from './handshake.ts';
import type { V1AgentOptions } from './options.ts';
import { toJune, toV1 } from './rules.ts';
import { serving } from './serving.ts';
import { juneClientOfV1Agent } from './to-june/pairing.ts';
import { v1ClientOfJuneAgent } from './to-v1/pairing.ts';

const notHeld: LedgerEntry = {
  kind: 'loss',
  rule: 'not-held',
  direction: toV1,
  lost: 'that text is held back until its message is complete',
  done: 'passed on as the agent sends it, in v1',
};

/** Returns what translating for a June client has to know of a host. */
function optionsFor(host: ClientHost): V1AgentOptions {
  return { services: servicesOf(host), terminalText: (session, id) => host.terminalText?.(session, id) };
}

/** Translates between v1 and the June draft of v2. */
export const v1June: Edge = {
  dialects: ['v1', 'june'],
  rewritesIn: 'june',
  directionTo: (dialect) => (dialect === 'v1' ? toV1 : toJune),
  translate: (client, options) =>
    client === 'v1'
      ? pairedTranslator(v1ClientOfJuneAgent(options), { client: toJune, agent: toV1 })
      : pairedTranslator(juneClientOfV1Agent(options), { client: toV1, agent: toJune }),
  clientCapabilities: (params, to) => (to === 'june' ? capabilitiesInJune(params) : capabilitiesInV1(params)),
  hosting: (host) => ({ options: optionsFor(host), start: (callbacks) => serving(host, callbacks) }),
  // What a v1 agent takes back cannot be seen, so nothing can be held back either.
  noteOnPassing: (dialect, { rewrite }) => (dialect === 'v1' && rewrite === 'hold' ? notHeld : undefined),
};
