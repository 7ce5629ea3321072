/** Longest line that is laid out as a whole; the beginning of a longer line is fixed while the rest still grows. */
export const longestOpen = 1024;

/** Returns where to split a longer line, preferably between words. */
export function partingPlace(line: string): number {
  const bound = (longestOpen * 3) / 4;
  const space = line.lastIndexOf(' ', bound);
  if (space > longestOpen / 4) return space;
  // Without a space this may split a surrogate pair or a letter from its marks, but a word this long is not text.
  const code = line.charCodeAt(bound);
  return code >= 0xdc00 && code <= 0xdfff ? bound - 1 : bound;
}
