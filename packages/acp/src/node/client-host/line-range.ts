/** Returns the lines of a text from a line on (the first is 1), at most `limit` of them, with their line breaks. */
export function lineRange(text: string, line: number, limit: number | undefined): string {
  const start = startOfLine(text, 0, line - 1);
  return limit === undefined ? text.slice(start) : text.slice(start, startOfLine(text, start, limit));
}

/** Returns where a line begins, a number of lines after the one at `from`; the end of the text if there are fewer. */
function startOfLine(text: string, from: number, lines: number): number {
  let at = from;
  for (let passed = 0; passed < lines; passed++) {
    const lineBreak = text.indexOf('\n', at);
    if (lineBreak === -1) return text.length;
    at = lineBreak + 1;
  }
  return at;
}
