import { isObject } from '../../protocol/reading/guard.ts';

/** A text by its length and a hash, from which those of a longer text follow. */
export interface TextPrint {
  readonly length: number;
  readonly hash: number;
}

/** The print of the empty text. */
export const noText: TextPrint = { length: 0, hash: 0 };

/** An odd factor: all arithmetic is modulo 2^32. */
const factor = 0x01000193;

/** Returns the print of a text, or of the text that another print is of with this one at its end. */
export function extended({ length, hash }: TextPrint, text: string, end = text.length): TextPrint {
  let next = hash;
  for (let index = 0; index < end; index++) next = (Math.imul(next, factor) + text.charCodeAt(index) + 1) | 0;
  return { length: length + end, hash: next };
}

/** Returns the print of a text that is written twice. */
export function doubled({ length, hash }: TextPrint): TextPrint {
  let power = 1;
  for (let rest = length, square = factor; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = Math.imul(power, square);
    square = Math.imul(square, square);
  }
  return { length: length * 2, hash: (Math.imul(hash, power) + hash) | 0 };
}

/** Returns whether a text begins with the text of a print. */
export function startsWith(text: string, print: TextPrint): boolean {
  return text.length >= print.length && extended(noText, text, print.length).hash === print.hash;
}

/** Returns the text of an item of content: that of a text block, or else its JSON. */
export function itemText(item: unknown): string {
  if (typeof item === 'string') return item;
  const block = isObject(item) && item['type'] === 'content' ? item['content'] : item;
  return isObject(block) && typeof block['text'] === 'string' ? block['text'] : JSON.stringify(item);
}
