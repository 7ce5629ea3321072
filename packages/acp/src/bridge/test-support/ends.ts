import type { Dialect } from '../../protocol/dialects.ts';

/** A client of v1 or June, with an agent of the other. */
export function ends(client: Dialect) {
  return { client, agent: client === 'v1' ? 'june' : 'v1' } as const;
}
