/** Returns whether items match a pattern in which some items stand for any number of others. Takes time in proportion to both lengths. */
function matchesSequence<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  isMany: (part: P) => boolean,
  fits: (part: P, item: T) => boolean,
): boolean {
  let at = 0;
  let place = 0;
  /** The latest part that stands for many, and how far it reaches. Only the latest has to be tried again. */
  let many = -1;
  let reach = 0;
  while (place < items.length) {
    const part = pattern[at] as P;
    if (at < pattern.length && isMany(part)) {
      many = at++;
      reach = place;
    } else if (at < pattern.length && fits(part, items[place] as T)) {
      at += 1;
      place += 1;
    } else if (many !== -1) {
      at = many + 1;
      place = ++reach;
    } else return false;
  }
  while (at < pattern.length && isMany(pattern[at] as P)) at += 1;
  return at === pattern.length;
}

/** Returns whether a text matches a pattern in which `*` stands for any characters and `?` for one. */
export function matchesText(pattern: string, text: string): boolean {
  return matchesSequence(
    [...pattern],
    [...text],
    (part) => part === '*',
    (part, character) => part === '?' || part === character,
  );
}

/** Returns whether the folders of a path match those of a pattern, in which `**` stands for any number of them. */
export function matchesFolders(pattern: readonly string[], folders: readonly string[]): boolean {
  return matchesSequence(pattern, folders, (part) => part === '**', matchesText);
}

/** Returns a text in a form that is the same for capital and small letters and for all ways to write a letter. */
export function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().normalize('NFKC');
}
