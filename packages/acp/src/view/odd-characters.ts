const controls = '\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f';
const separators = '\\u2028\\u2029';
const directions = '\\u202a-\\u202e\\u2066-\\u2069';
const invisible = '\\xad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2060-\\u2065\\u206a-\\u206f\\ufeff\\ufff9-\\ufffb';
const halves = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';
const tags = '\\udb40[\\udc00-\\udfff]';

/**
 * Characters that act instead of being shown: controls but tab and line feed, embeddings, overrides and isolates of direction, line and
 * paragraph separators, and halves of characters. For `replace` and `matchAll`.
 */
export const activeCharacters = new RegExp(`[${controls}${separators}${directions}]|${halves}`, 'g');

/** The active characters and those that hide text or change it unseen: marks of direction, zero-width characters and tags. */
export const oddCharacters = new RegExp(`[${controls}${separators}${directions}${invisible}]|${tags}|${halves}`, 'g');

/** Returns the sign to show in the place of an odd character: a picture of a control, or U+FFFD. */
export function oddSign(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '␡' : '\ufffd';
}

/** Returns at most `most` characters of the start of a text, and no half of one. */
export function wholeStart(text: string, most: number): string {
  if (text.length <= most) return text;
  return text.slice(0, /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most);
}
