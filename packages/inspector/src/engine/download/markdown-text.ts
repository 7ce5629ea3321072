import { oneLine } from '@emend/acp/view';

/** Control characters but line feed and tab, and marks that change the direction of a line. */
const unsafe = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Longest piece of text in a line. */
const lineWidth = 200;

function ticks(text: string, least: number): string {
  const longest = (text.match(/`+/g) ?? []).reduce((length, run) => Math.max(length, run.length), 0);
  return '`'.repeat(Math.max(least, longest + 1));
}

/** Returns a text with line feeds alone, and without characters that would act. */
export function shownText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(unsafe, '\ufffd');
}

/** Returns text of an agent as a block of code, so that nothing in it becomes a link, an image or HTML. */
export function codeBlock(text: string, language: 'markdown' | 'text' | 'diff' | 'json' = 'text'): string {
  const shown = shownText(text);
  const fence = ticks(shown, 3);
  return `${fence}${language}\n${shown}${shown === '' || shown.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** Returns a short text of an agent as code within a line. */
export function codeSpan(text: string): string {
  const shown = oneLine(text, lineWidth);
  if (shown === '') return '(nothing)';
  const fence = ticks(shown, 1);
  const space = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${fence}${space}${shown}${space}${fence}`;
}
