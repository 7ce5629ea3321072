import type { Dialect } from '../protocol/dialects.ts';
import type { Edge } from './edge.ts';
import { exchangeRules } from './ledger.ts';
import { v1June } from './v1-june/edge.ts';
import type { V1JuneOptions } from './v1-june/options.ts';
import { type V1JuneDirection, v1JuneRules } from './v1-june/rules.ts';

// The one place that lists the edges. A new edge is a folder with an `Edge`, and a row in each of these.

const edges: readonly Edge[] = [v1June];

/** Every rule that the ledger names, with what it is about. */
export const ledgerRules = { ...exchangeRules, ...v1JuneRules };

/** The name of a rule of the ledger. */
export type RuleName = keyof typeof ledgerRules;

/** The way that something crossed: from one dialect to another. */
export type Direction = V1JuneDirection;

/** The options of all edges; each edge reads its own. */
export type EdgeOptions = V1JuneOptions;

/** Returns the edge between two dialects; throws if there is none. */
export function edgeBetween(one: Dialect, other: Dialect): Edge {
  const edge = edges.find(({ dialects }) => one !== other && dialects.includes(one) && dialects.includes(other));
  if (edge === undefined) throw new Error(`There is no translation between ${one} and ${other}.`);
  return edge;
}

/** Returns the edges that a dialect is an end of. */
export function edgesOf(dialect: Dialect): readonly Edge[] {
  return edges.filter(({ dialects }) => dialects.includes(dialect));
}
