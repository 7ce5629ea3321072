import { colouredCode } from './code-colour.ts';
import { inlineText } from './inline.ts';
import { markdownBlock, withoutHardBreak } from './markdown-block.ts';
import { type Span, span, tone } from './style.ts';
import { cut, type Margins, type Row, wrapped } from './wrap.ts';

/** The longest line that is looked at as a whole; of a longer one the beginning is settled while the rest still grows. */
const longestOpen = 1024;

interface Fence {
  readonly mark: string;
  readonly language: string;
}

const codeMargin: Margins = { first: [span('  ')], rest: [span('  ')] };

/**
 * Markdown that arrives in pieces, as rows of a terminal.
 *
 * A line is settled when it is complete, and its rows never change again. Only the line still being written is looked at anew, and of
 * that at most its last part, so a piece costs the same however long the message has become.
 */
export class MarkdownStream {
  readonly #width: number;
  readonly #base: number;
  #settled: Row[] = [];
  #line = '';
  /** Margins of the rest of a long line whose beginning is settled. */
  #carried: (Margins & { readonly tone: number }) | undefined;
  #fence: Fence | undefined;
  #hasRows = false;
  #wantsBlank = false;

  /** Lays text out for so many cells, in this look. */
  constructor(width: number, base: number = tone.plain) {
    this.#width = Math.max(4, width);
    this.#base = base;
  }

  /** Adds text, which must be neutral. */
  append(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#grow(text.slice(from, end));
      this.#finishLine();
      from = end + 1;
    }
    this.#grow(from === 0 ? text : text.slice(from));
  }

  /** The rows that were settled since this was last asked. */
  takeSettled(): readonly Row[] {
    const rows = this.#settled;
    this.#settled = [];
    return rows;
  }

  /** The rows of the line still being written, as it stands. */
  open(): readonly Row[] {
    if (this.#line === '' && this.#carried === undefined) return [];
    const rows = this.#rowsOf(this.#line, 'open');
    return rows.length > 0 && this.#blankIsDue() ? [[], ...rows] : rows;
  }

  #grow(piece: string): void {
    // A piece may itself be enormous; it is taken in steps so that no step looks at more than a line's worth.
    for (let from = 0; from < piece.length; from += longestOpen) {
      this.#line += piece.length <= longestOpen ? piece : piece.slice(from, from + longestOpen);
      while (this.#line.length > longestOpen) this.#settleBeginning();
    }
  }

  #finishLine(): void {
    const line = this.#line;
    if (this.#carried === undefined && this.#startsOrEndsCode(line)) {
      this.#line = '';
      return;
    }
    if (this.#fence === undefined && this.#carried === undefined && line.trim() === '')
      this.#wantsBlank = this.#hasRows;
    else this.#settle(this.#rowsOf(this.#fence === undefined ? withoutHardBreak(line) : line, 'closed'));
    this.#line = '';
    this.#carried = undefined;
  }

  #startsOrEndsCode(line: string): boolean {
    if (this.#fence !== undefined) {
      const text = line.trim();
      if (!text.startsWith(this.#fence.mark) || /[^`~]/.test(text)) return false;
      this.#fence = undefined;
      this.#wantsBlank = true;
      return true;
    }
    const block = markdownBlock(line, this.#base);
    if (block.type !== 'fence') return false;
    this.#fence = { mark: block.mark, language: block.language };
    this.#wantsBlank = this.#hasRows;
    if (block.language !== '') this.#settle([[span(`  ${block.language}`, this.#base | tone.dim)]]);
    return true;
  }

  #blankIsDue(): boolean {
    return this.#wantsBlank && this.#hasRows && this.#carried === undefined;
  }

  #settle(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    if (this.#blankIsDue()) this.#settled.push([]);
    this.#wantsBlank = false;
    this.#hasRows = true;
    this.#settled.push(...rows);
  }

  #rowsOf(line: string, state: 'open' | 'closed'): Row[] {
    const carried = this.#carried;
    if (this.#fence !== undefined) {
      return cut(colouredCode(line, this.#fence.language, this.#base), this.#width, carried ?? codeMargin);
    }
    if (carried !== undefined) return wrapped(inlineText(line, carried.tone, state).spans, this.#width, carried);
    const block = markdownBlock(line, this.#base);
    if (block.type === 'rule') return [[span('─'.repeat(Math.min(this.#width, 40)), this.#base | tone.dim)]];
    if (block.type !== 'text') return [];
    if (block.isHeading) this.#wantsBlank = this.#hasRows;
    return wrapped(inlineText(block.text, block.tone, state).spans, this.#width, block.margins);
  }

  /** Settles all rows of the beginning but its last, which the rest of the line continues. */
  #settleBeginning(): void {
    const at = this.#cutPlace();
    const rows = this.#rowsOf(this.#line.slice(0, at), 'closed');
    const last: readonly Span[] = rows.pop() ?? [];
    const block =
      this.#carried === undefined && this.#fence === undefined ? markdownBlock(this.#line, this.#base) : undefined;
    const isText = block?.type === 'text';
    const rest = this.#carried?.rest ?? (isText ? block.margins.rest : codeMargin.rest);
    const look = this.#carried?.tone ?? (isText ? block.tone : this.#base);
    this.#settle(rows);
    this.#carried = { first: last, rest, isBegun: true, tone: look };
    this.#line = this.#line.slice(at);
  }

  /** Where a long line can be parted without tearing a word or anything that is marked. */
  #cutPlace(): number {
    if (this.#fence !== undefined) return longestOpen / 2;
    const bound = (longestOpen * 3) / 4;
    const space = this.#line.lastIndexOf(' ', bound);
    if (space > longestOpen / 4) {
      const { unclosedAt } = inlineText(this.#line.slice(0, space), tone.plain, 'open');
      return unclosedAt !== undefined && unclosedAt > longestOpen / 4 ? unclosedAt : space;
    }
    // Without a space a pair of surrogates, or a letter and its marks, could be parted: a word this long is not text.
    const code = this.#line.charCodeAt(bound);
    return code >= 0xdc00 && code <= 0xdfff ? bound - 1 : bound;
  }
}
