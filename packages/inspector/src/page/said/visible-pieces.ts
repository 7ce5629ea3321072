import { oddCharacters, oddSign } from '@emend/acp/view';

/** A character that is shown by a sign, since it would be invisible or change the text around it. */
interface OddCharacter {
  readonly sign: string;
  /** What it is, for a tooltip. */
  readonly name: string;
}

const names: ReadonlyMap<number, string> = new Map([
  [0x1b, 'escape'],
  [0x200b, 'zero-width space'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'],
  [0xfeff, 'byte order mark'],
]);

/** The most characters of one text that get a sign of their own; beyond them a text is no text. */
const mostSigns = 200;

/** Returns a text as what is shown of it: pieces without odd characters, and a sign for each of those. */
export function visiblePieces(text: string): readonly (string | OddCharacter)[] {
  const whole = text.replaceAll('\r\n', '\n');
  const pieces: (string | OddCharacter)[] = [];
  let at = 0;
  let signs = 0;
  for (const match of whole.matchAll(oddCharacters)) {
    if (signs === mostSigns) {
      pieces.push(whole.slice(at).replace(oddCharacters, (each) => signOf(each.codePointAt(0) ?? 0)));
      return pieces;
    }
    if (match.index > at) pieces.push(whole.slice(at, match.index));
    const code = match[0].codePointAt(0) ?? 0;
    pieces.push({ sign: signOf(code), name: nameOf(code) });
    at = match.index + match[0].length;
    signs += 1;
  }
  if (at < whole.length) pieces.push(whole.slice(at));
  return pieces;
}

/** Returns a text with a sign in the place of each odd character, for titles and other places that take no elements. */
export function visibleText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(oddCharacters, (each) => signOf(each.codePointAt(0) ?? 0));
}

function signOf(code: number): string {
  return code === 0x2028 || code === 0x2029 ? '⏎' : oddSign(code);
}

function nameOf(code: number): string {
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names.get(code);
  return name === undefined ? number : `${number} ${name}`;
}
