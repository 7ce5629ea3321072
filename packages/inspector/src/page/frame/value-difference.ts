import { wholeStart } from '@emend/acp/view';

/** What differs between two texts: what they begin and end with alike is cut to a few characters. */
interface TextDifference {
  readonly before: string;
  readonly removed: string;
  readonly added: string;
  readonly after: string;
}

/** How much of what stays is shown around a difference. */
const context = 40;
/** Texts up to this length are compared by whole words where one replaces another. */
const shortText = 120;
/** Longer values are cut. */
const longest = 4_000;

function isHalf(text: string, index: number): boolean {
  return /[\udc00-\udfff]/.test(text[index] ?? '') && /[\ud800-\udbff]/.test(text[index - 1] ?? '');
}

/** Finds the one part of a text that was replaced. */
export function textDifference(old: string, next: string): TextDifference {
  const most = Math.min(old.length, next.length);
  let head = 0;
  while (head < most && old[head] === next[head]) head += 1;
  if (isHalf(old, head) || isHalf(next, head)) head -= 1;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === next[next.length - 1 - tail]) tail += 1;
  if (isHalf(old, old.length - tail) || isHalf(next, next.length - tail)) tail -= 1;
  if (Math.max(old.length, next.length) <= shortText && head + tail < most)
    [head, tail] = wholeWords(old, next, head, tail);
  const from = Math.max(0, head - context);
  const to = next.length - tail;
  return {
    before: `${from > 0 ? '…' : ''}${next.slice(from, head)}`,
    removed: cut(old.slice(head, old.length - tail)),
    added: cut(next.slice(head, to)),
    after: `${next.slice(to, to + context)}${to + context < next.length ? '…' : ''}`,
  };
}

function isWord(text: string, index: number): boolean {
  return /[\p{L}\p{N}_-]/u.test(text[index] ?? '');
}

/** Shortens what stays until no word is half of it. */
function wholeWords(old: string, next: string, head: number, tail: number): [head: number, tail: number] {
  let start = head;
  if (isWord(old, head) || isWord(next, head)) while (start > 0 && isWord(old, start - 1)) start -= 1;
  let kept = tail;
  if (isWord(old, old.length - tail - 1) || isWord(next, next.length - tail - 1))
    while (kept > 0 && isWord(old, old.length - kept)) kept -= 1;
  return [start, kept];
}

function cut(text: string): string {
  const shown = wholeStart(text, longest);
  return shown.length < text.length ? `${shown}…` : text;
}

/** A value as a person reads it: a text as it is, everything else as JSON. */
export function valueText(value: unknown): string {
  return cut(typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? ''));
}
