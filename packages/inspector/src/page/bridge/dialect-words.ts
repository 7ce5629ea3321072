import type { Dialect } from '@emend/acp/protocol';
import type { Overview } from '../../api/overview.ts';

/** The dialects with the names that people use. */
export const dialectWords: Readonly<Record<Dialect, string>> = {
  v1: 'v1',
  june: 'v2, June draft',
  november: 'v2, November draft',
};

/** Returns the dialects that a recording can be translated to, the likeliest first: what the other side of it speaks, or the oldest or newest. */
export function otherDialects({ client, agent }: Pick<Overview, 'client' | 'agent'>): readonly Dialect[] {
  const recorded = agent ?? client ?? 'june';
  const others = (['v1', 'november', 'june'] as const).filter((dialect) => dialect !== recorded);
  return client !== undefined && client !== recorded ? [client, ...others.filter((one) => one !== client)] : others;
}
