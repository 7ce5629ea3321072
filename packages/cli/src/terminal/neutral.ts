/**
 * Characters that a terminal obeys instead of showing them, or that change the direction of text: C0 and C1 controls, the escape
 * character, bidirectional embeddings, overrides and isolates, line and paragraph separators, and lone surrogates.
 */
const active =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what the expression is for.
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a quick look for the same.
const suspicious = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]/;

function shown(char: string): string {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '␡';
  return code === 0x2028 || code === 0x2029 ? ' ' : '\ufffd';
}

/** Makes untrusted text safe for a terminal: control characters become visible signs and tabs spaces; line feeds stay. */
export function neutral(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').replace(active, shown);
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
  // Half a surrogate pair would be shown as another character.
  const end = /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most;
  return `${text.slice(0, end)} … (${text.length - end} more characters)`;
}

/** Returns the beginning of a text on one line: {@link shortened} and {@link neutralLine}. */
export function shortLine(text: string, most: number): string {
  return neutralLine(shortened(text, most));
}
