import { activeCharacters, oddSign, wholeStart } from '@emend/acp/view';

// biome-ignore lint/suspicious/noControlCharactersInRegex: a quick look for what acts on a terminal.
const suspicious = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/;

function shown(char: string): string {
  const code = char.charCodeAt(0);
  return code === 0x2028 || code === 0x2029 ? ' ' : oddSign(code);
}

/** Makes untrusted text safe for a terminal: control characters become visible signs and tabs spaces; line feeds stay. */
export function neutral(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').replace(activeCharacters, shown);
}

/** Does the same and joins lines, for titles and names. */
export function neutralLine(text: string): string {
  return neutral(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Does the same for a single row and keeps its spaces; a line break becomes a sign. */
export function neutralRow(text: string): string {
  return neutral(text).replaceAll('\n', '⏎');
}

/** Returns at most `most` characters of a text, followed by the number of those left out. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const start = wholeStart(text, most);
  return `${start} … (${text.length - start.length} more characters)`;
}

/** Returns the beginning of a text on one line: {@link shortened} and {@link neutralLine}. */
export function shortLine(text: string, most: number): string {
  return neutralLine(shortened(text, most));
}
