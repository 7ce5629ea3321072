import type { RequestMessage } from '../jsonrpc/message.ts';
import { type Dialect, dialects, type PeerDialect } from '../protocol/dialects.ts';
import type { JsonObject } from '../protocol/reading/guard.ts';
import type { Edge } from './edge.ts';
import { juneNovember } from './june-november/edge.ts';
import type { JuneNovemberOptions } from './june-november/options.ts';
import { type JuneNovemberDirection, juneNovemberRules } from './june-november/rules.ts';
import { exchangeRules } from './ledger.ts';
import type { ClientHost } from './v1-june/client-host.ts';
import { v1June } from './v1-june/edge.ts';
import type { V1JuneOptions } from './v1-june/options.ts';
import { type V1JuneDirection, v1JuneRules } from './v1-june/rules.ts';
import { v1November } from './v1-november/edge.ts';
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
export type { ClientHost, HostedRequests, TerminalWatcher } from './v1-june/client-host.ts';
export type { ClientMethod } from './v1-june/client-methods.ts';
export { type ClientServices, type RewriteRule, rewriteRules } from './v1-june/options.ts';

function joins({ dialects: ends }: Edge, one: Dialect, other: Dialect): boolean {
  return one !== other && ends.includes(one) && ends.includes(other);
}

/** Returns the edge between two dialects; throws if there is none. */
export function edgeBetween(one: Dialect, other: Dialect): Edge {
  const edge = edges.find((each) => joins(each, one, other));
  if (edge === undefined) throw new Error(`There is no translation between ${one} and ${other}.`);
  return edge;
}

/** Returns the edges that a dialect is an end of. */
export function edgesOf(dialect: Dialect): readonly Edge[] {
  return edges.filter(({ dialects: ends }) => ends.includes(dialect));
}

/** Returns what an agent is asked for if it refuses the dialect of a client: the oldest that the client can be given. */
export function fallbackFor(client: PeerDialect): Dialect {
  const oldestFirst = Object.keys(dialects) as [Dialect, ...Dialect[]];
  const canBeGiven = (dialect: Dialect) =>
    client === 'later' || dialect === client || edges.some((edge) => joins(edge, dialect, client));
  return oldestFirst.find(canBeGiven) ?? oldestFirst[0];
}

/** Returns the dialect in which an agent of the client's dialect would say what it takes back, if the client's has no words for it. */
export function dialectWithRewrites(client: PeerDialect): Dialect | undefined {
  if (client === 'later') return undefined;
  const found = edgesOf(client).find(({ rewritesIn }) => rewritesIn !== undefined && rewritesIn !== client);
  return found?.rewritesIn;
}

/** Returns the params of a client's `initialize` request in a dialect that it can be given. */
export function reworded(params: unknown, client: PeerDialect, to: Dialect): JsonObject {
  // What can be said of a later draft is the same for every edge.
  const edge = client === 'later' ? (edgesOf(to)[0] as Edge) : edgeBetween(client, to);
  return edge.reword(params, to);
}

/** Adds what a client offers, and what a host serves in its place, where agents of other dialects look for it. */
export function withOffers(request: RequestMessage, host: ClientHost | undefined): RequestMessage {
  return edges.reduce((offered, edge) => edge.withOffers?.(offered, host) ?? offered, request);
}
