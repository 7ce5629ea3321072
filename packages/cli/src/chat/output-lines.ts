/** Escape sequences for colours, cursor movement and links, if they are complete. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they begin and end with.
const sequences = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;

/**
 * Splits the output of a tool into lines, nearly as a terminal would show them: without colours, and with only the last text of a line
 * that was overwritten, such as a progress bar.
 */
export function outputLines(text: string): string[] {
  return textLines(text.replace(sequences, '')).map(lastWritten);
}

/** Splits a text into lines; a line feed at its end starts no further line. */
export function textLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function lastWritten(line: string): string {
  let end = line.length;
  while (line[end - 1] === '\r') end -= 1;
  return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
}
