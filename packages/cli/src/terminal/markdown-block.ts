import { span, tone } from './style.ts';
import type { Margins } from './wrap.ts';

/** A line of Markdown outside of code. */
type MarkdownBlock =
  | { readonly type: 'blank' }
  | { readonly type: 'rule' }
  | { readonly type: 'fence'; readonly mark: string; readonly language: string }
  | {
      readonly type: 'text';
      readonly text: string;
      readonly tone: number;
      readonly margins: Margins;
      /** A heading gets an empty row before it; the lines of a paragraph may turn out to be a table. */
      readonly kind: 'heading' | 'quote' | 'item' | 'paragraph';
    };

// Each takes a time in proportion to the line, whatever stands in it: where two parts beside each other could share characters, nothing
// behind them can fail.
const fence = /^ {0,8}(`{3,}(?!`)|~{3,}(?!~))(?=[^`]*$)\s*([\w+#.-]*)/;
const heading = /^ {0,3}(#{1,6})(?!\S)/;
const hardBreak = /(?<!\\)((?:\\\\)*)\\$/;
const rule = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
const tableRule = /^[\s:|-]+$/;
const quote = /^ {0,3}((?:> ?)+)(.*)$/;
const item = /^( *)([-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s+)?(.*)$/;
const deepestIndent = 24;

type TextBlock = Extract<MarkdownBlock, { type: 'text' }>;

function textBlock(kind: TextBlock['kind'], text: string, look: number, margins: Margins): TextBlock {
  return { type: 'text', kind, text, tone: look, margins };
}

function itemBlock([, indent = '', mark = '', check, text = '']: RegExpExecArray, base: number): MarkdownBlock {
  const depth = ' '.repeat(Math.min(indent.length, deepestIndent));
  const bullet = check === undefined ? (/\d/.test(mark) ? mark : '•') : check === ' ' ? '☐' : '☑';
  const first = [span(depth), span(`${bullet} `, base | tone.cyan)];
  return textBlock('item', text, base, { first, rest: [span(depth + ' '.repeat(bullet.length + 1))] });
}

/** Parses one line of Markdown that is not inside a fence. */
export function markdownBlock(line: string, base: number): MarkdownBlock {
  if (/^\s*$/.test(line)) return { type: 'blank' };
  const fenced = fence.exec(line);
  if (fenced !== null) return { type: 'fence', mark: fenced[1] ?? '```', language: fenced[2] ?? '' };
  const headed = heading.exec(line);
  if (headed !== null) {
    const text = withoutClosing(line.slice(headed[0].length).trim());
    // Of a heading that is cut off, or has yet to come, only the mark may be there.
    if (text === '') return { type: 'blank' };
    const level = headed[1]?.length ?? 1;
    const look = base | tone.bold | (level === 1 ? tone.magenta | tone.underline : level === 2 ? tone.magenta : 0);
    return textBlock('heading', text, look, { first: [], rest: [] });
  }
  if (rule.test(line)) return { type: 'rule' };
  if (line.includes('|') && line.includes('---') && tableRule.test(line)) return { type: 'rule' };
  const quoted = quote.exec(line);
  if (quoted !== null) {
    const bars = [span('▌ '.repeat(Math.min(8, (quoted[1] ?? '').split('>').length - 1)), tone.dim)];
    return textBlock('quote', quoted[2] ?? '', base | tone.italic, { first: bars, rest: bars });
  }
  const listed = item.exec(line);
  if (listed !== null) return itemBlock(listed, base);
  const indent = [span(' '.repeat(Math.min(deepestIndent, line.length - line.trimStart().length)))];
  return textBlock('paragraph', line.trim(), base, { first: indent, rest: indent });
}

/** Returns the text of a heading without closing marks. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return end < text.length && /\s/.test(text[end - 1] ?? '') ? text.slice(0, end).trimEnd() : text;
}

/** Returns a line without the backslash of a hard line break, since every line end is a break here; in a heading it is text. */
export function withoutHardBreak(line: string): string {
  return heading.test(line) ? line : line.replace(hardBreak, '$1');
}
