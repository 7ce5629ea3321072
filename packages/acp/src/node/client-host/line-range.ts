/** The lines of a text from a line on, counted from 1, at most so many; line breaks stay as they are. */
export function lineRange(text: string, line: number, limit: number | undefined): string {
  const start = startOfLine(text, 0, line - 1);
  return limit === undefined ? text.slice(start) : text.slice(start, startOfLine(text, start, limit));
}

/** Where the line begins that comes so many lines after the one that begins here; the end of the text if there are not as many. */
function startOfLine(text: string, from: number, lines: number): number {
  let at = from;
  for (let passed = 0; passed < lines; passed++) {
    const lineBreak = text.indexOf('\n', at);
    if (lineBreak === -1) return text.length;
    at = lineBreak + 1;
  }
  return at;
}
