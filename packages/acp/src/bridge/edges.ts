import type { Dialect } from '../protocol/dialects.ts';
import type { Side } from '../protocol/side.ts';
import { type Edge, otherEnd } from './edge.ts';
import { juneNovember } from './june-november/edge.ts';
import type { JuneNovemberOptions } from './june-november/options.ts';
import { type JuneNovemberDirection, juneNovemberRules } from './june-november/rules.ts';
import { exchangeRules } from './ledger.ts';
import { v1June } from './v1-june/edge.ts';
import type { V1JuneOptions } from './v1-june/options.ts';
import { type V1JuneDirection, v1JuneRules } from './v1-june/rules.ts';
import { v1November, v1WideJune } from './v1-november/edge.ts';
import type { V1NovemberOptions } from './v1-november/options.ts';
import type { V1NovemberDirection } from './v1-november/rules.ts';

// The one file that knows the folders of the edges. A new edge is a folder with an `Edge`, and a row in each of these.

const edges: readonly Edge[] = [v1June, juneNovember, v1November];

/** Every rule that the ledger names, with what it is about. */
export const ledgerRules = { ...exchangeRules, ...v1JuneRules, ...juneNovemberRules };

/** The name of a rule of the ledger. */
export type RuleName = keyof typeof ledgerRules;

/** The way that something crossed: from one dialect to another. */
export type Direction = V1JuneDirection | JuneNovemberDirection | V1NovemberDirection;

/** The options of all edges; each edge reads its own. */
export interface EdgeOptions extends V1JuneOptions, JuneNovemberOptions, V1NovemberOptions {}

export type { NoticeRule } from './june-november/options.ts';
export { PlainJune } from './june-november/plain-june.ts';
export { WideJune } from './june-november/wide-june.ts';
export { type ClientHost, type HostedRequests, servicesOf, type TerminalWatcher } from './v1-june/client-host.ts';
export type { ClientMethod } from './v1-june/client-methods.ts';
export { type ClientServices, type RewriteRule, rewriteRules } from './v1-june/options.ts';
export { takenFromV1 } from './v1-november/taken-from-v1.ts';

function joins({ dialects: ends }: Edge, one: Dialect, other: Dialect): boolean {
  return one !== other && ends.includes(one) && ends.includes(other);
}

/** Returns the edge between two dialects; throws if there is none. */
export function edgeBetween(one: Dialect, other: Dialect): Edge {
  const edge = edges.find((each) => joins(each, one, other));
  if (edge === undefined) throw new Error(`There is no translation between ${one} and ${other}.`);
  return edge;
}

/** Returns the edge between a client and an agent. */
export function edgeFor(client: Dialect, agent: Dialect, { takesNovember }: EdgeOptions): Edge {
  const isWide = takesNovember === true && client === 'june' && agent === 'v1';
  return isWide ? v1WideJune : edgeBetween(client, agent);
}

/** Returns the edges that a dialect is an end of. */
export function edgesOf(dialect: Dialect): readonly Edge[] {
  return edges.filter(({ dialects: ends }) => ends.includes(dialect));
}

/** Returns what the ledger calls the way of a message, also while nobody knows yet what the agent speaks, or both speak alike. */
export function directionFrom(side: Side, client: Dialect, agent: Dialect | undefined): Direction {
  const isSure = agent !== undefined && agent !== client;
  // Nothing is translated then: any edge of the client stands in.
  const edge = isSure ? edgeBetween(client, agent) : (edgesOf(client)[0] as Edge);
  return edge.directionTo(side === 'client' ? otherEnd(edge, client) : client);
}
