/** Where an unknown tag or value comes from. */
export type Origin = 'extension' | 'future';

/** Returns where an unknown tag or value comes from. Extensions begin with `_`; all others are reserved for later drafts. */
export function originOf(value: string): Origin {
  return value.startsWith('_') ? 'extension' : 'future';
}
