import { type Dialect, dialects } from '../../../protocol/dialects.ts';
import { dialectNames } from '../dialect-name.ts';

/** What the client and the agent of a bridge speak. */
export interface DialectPair {
  readonly client: Dialect;
  readonly agent: Dialect;
}

const every = Object.keys(dialects) as readonly Dialect[];

/** Every pair of dialects. */
export const allPairs: readonly DialectPair[] = every.flatMap((client) => every.map((agent) => ({ client, agent })));

/** Returns what reports and the command line call a pair: `june:1`. */
export function pairName({ client, agent }: DialectPair): string {
  return `${dialectNames[client]}:${dialectNames[agent]}`;
}

/** Returns whether both sides speak the same dialect, so that nothing has to be translated. */
export function isEqualPair({ client, agent }: DialectPair): boolean {
  return client === agent;
}

/** Returns whether one side, or both, speak a dialect. */
export function hasDialect({ client, agent }: DialectPair, dialect: Dialect): boolean {
  return client === dialect || agent === dialect;
}
