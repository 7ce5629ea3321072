const BACKSLASH = 92;

/**
 * Returns the place of the quote that closes the string which opens at `from`, or the length of the text if it is cut off. It searches
 * instead of matching a pattern: strings may be as long as a frame, and a pattern keeps state for each character.
 */
export function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
