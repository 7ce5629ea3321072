/** Where a tag or value that the draft does not know comes from. */
export type Origin = 'extension' | 'future';

/** Values that begin with `_` belong to whoever made them up; all others are kept for later versions of the protocol (B13). */
export function originOf(value: string): Origin {
  return value.startsWith('_') ? 'extension' : 'future';
}
