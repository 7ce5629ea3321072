/** Sequences that colour text, move the cursor or name a link; one that has no end is none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin and end with.
const sequences = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;

/**
 * The lines of what a tool printed, nearly as a terminal would leave them: without colours, and of a line that was written over, such as a
 * progress bar, only what was written last.
 */
export function outputLines(text: string): string[] {
  return textLines(text.replace(sequences, '')).map(lastWritten);
}

/** The lines of a text; the end of its last line begins no other. */
export function textLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function lastWritten(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}
