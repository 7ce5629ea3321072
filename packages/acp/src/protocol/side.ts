/** One of the two peers of a connection. */
export type Side = 'client' | 'agent';

/** Returns the peer of a side. */
export function otherSide(side: Side): Side {
  return side === 'client' ? 'agent' : 'client';
}
