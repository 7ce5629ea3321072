/** Characters that are not seen, or that change how others are shown: controls, bidirectional marks, lone surrogates and the like. */
const hidden = /(?![ \n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

const isPlain = (text: string): boolean => /^[\x20-\x7e\n\t]*$/.test(text);

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Writes characters that are not seen as escapes, so that a text shows what is in it. */
export function visible(text: string): string {
  return isPlain(text) ? text : text.replace(hidden, escaped);
}

/** Does the same for one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '⏎').replaceAll('\t', ' ');
}
