/** Characters that would break a line or change its direction. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns text of an agent as one line of at most `width` characters. */
export function oneLine(text: string, width: number): string {
  const flat = text
    .slice(0, width * 4)
    .replace(unprintable, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  const characters = [...flat];
  return characters.length <= width ? flat : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}
