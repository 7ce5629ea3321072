const BACKSLASH = 92;

/**
 * The place of the quote that closes the string which opens at `from`; the length of the text where it is cut off. A search
 * and not a pattern: strings may be as long as a frame, and a pattern keeps something for each character.
 */
export function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
