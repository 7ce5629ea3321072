/**
 * What a terminal would act on instead of showing, and what turns text around: C0 and C1 controls, the escape character, bidirectional
 * embeddings, overrides and isolates, line and paragraph separators, and halves of surrogate pairs.
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

/** Text of strangers as text that a terminal only shows: controls become visible signs, tabs spaces; line feeds stay. */
export function neutral(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replaceAll('\r\n', '\n').replaceAll('\t', '    ').replace(active, shown);
}

/** The same on one line, for titles and names. */
export function neutralLine(text: string): string {
  return neutral(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** The same on one row, its blanks kept; a line break in it becomes a sign. */
export function neutralRow(text: string): string {
  return neutral(text).replaceAll('\n', '⏎');
}

/** The beginning of a text, at most so many characters; how many more there are is said behind it. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  // Half of a surrogate pair would be shown as something else.
  const end = /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most;
  return `${text.slice(0, end)} … (${text.length - end} more characters)`;
}

/** The beginning of a text on one line, as {@link shortened} and {@link neutralLine} do it. */
export function shortLine(text: string, most: number): string {
  return neutralLine(shortened(text, most));
}
