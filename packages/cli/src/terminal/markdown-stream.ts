import { colouredCode } from './code-colour.ts';
import { inlineText } from './inline.ts';
import { longestOpen, partingPlace } from './long-line.ts';
import { markdownBlock, withoutHardBreak } from './markdown-block.ts';
import { MarkdownTable } from './markdown-table.ts';
import type { RowStream } from './row-stream.ts';
import { type Span, span, tone } from './style.ts';
import { hasCells, mayAlign } from './table-line.ts';
import { cut, type Margins, type Row, wrapped } from './wrap.ts';

/** Longest row of a table, which cannot be fixed in parts. */
const longestTableRow = 4096;
/** Maximum number of table rows that are laid out again with each chunk. */
const mostOpenRows = 40;

interface Fence {
  readonly mark: string;
  readonly language: string;
}

const codeMargin: Margins = { first: [span('  ')], rest: [span('  ')] };

/**
 * Lays out Markdown that arrives in chunks as rows of a terminal.
 *
 * The rows of a complete line are fixed and never change again. Only the last part of the unfinished line is laid out again, so a chunk
 * costs the same however long the message is. A line that may be the header of a table waits for the next line, and the first rows of a
 * table wait for each other.
 */
export class MarkdownStream implements RowStream {
  readonly #width: number;
  readonly #base: number;
  /** Number of table rows that may still change; few enough to be on the screen. */
  readonly #openRows: number;
  #settled: Row[] = [];
  #line = '';
  /** Margins for the rest of a long line whose beginning is fixed. */
  #carried: (Margins & { readonly tone: number }) | undefined;
  #fence: Fence | undefined;
  /** A complete line that may be the header of a table. */
  #header: string | undefined;
  #table: MarkdownTable | undefined;
  #hasRows = false;
  #wantsBlank = false;

  /** Creates a stream for a width in cells; table rows within the height may still change. */
  constructor(width: number, base: number = tone.plain, height = 24) {
    this.#width = Math.max(4, width);
    this.#base = base;
    this.#openRows = Math.min(mostOpenRows, Math.floor(height / 2));
  }

  append(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#grow(text.slice(from, end));
      this.#finishLine();
      from = end + 1;
    }
    this.#grow(from === 0 ? text : text.slice(from));
  }

  takeSettled(): readonly Row[] {
    const rows = this.#settled;
    this.#settled = [];
    return rows;
  }

  /** Returns the rows that may still change. */
  open(): readonly Row[] {
    const table = this.#table ?? this.#tableBegunBy(this.#line);
    if (table !== undefined) return this.#openTable(table);
    const header = this.#header === undefined ? [] : this.#rowsOf(withoutHardBreak(this.#header), 'closed');
    // An unfinished delimiter row is not worth showing.
    const isHidden = this.#header !== undefined && /[|:]/.test(this.#line);
    const line = isHidden ? [] : this.#openLine();
    const rows = [...header, ...line];
    return rows.length > 0 && this.#blankIsDue() ? [[], ...rows] : rows;
  }

  #openLine(): Row[] {
    return this.#line === '' && this.#carried === undefined ? [] : this.#rowsOf(this.#line, 'open');
  }

  #openTable(table: MarkdownTable): Row[] {
    const isDue = this.#table === undefined ? this.#hasRows : this.#blankIsDue();
    const isRow = this.#table !== undefined && this.#isTableRow(this.#line);
    const rows = table.open(isRow ? this.#line : undefined);
    const before: Row[] = isDue && rows.length > 0 ? [[]] : [];
    const line = isRow || this.#table === undefined ? [] : this.#openLine();
    return [...before, ...rows, ...(line.length > 0 ? [[], ...line] : [])];
  }

  #grow(piece: string): void {
    // A chunk may be enormous, so it is processed line by line.
    for (let from = 0; from < piece.length; from += longestOpen) {
      this.#line += piece.length <= longestOpen ? piece : piece.slice(from, from + longestOpen);
      if (this.#header !== undefined && !mayAlign(this.#line)) this.#settleHeader();
      if (this.#line.length <= (this.#table === undefined ? longestOpen : longestTableRow)) continue;
      this.#settleHeader();
      this.#endTable();
      while (this.#line.length > longestOpen) this.#settleBeginning();
    }
  }

  #finishLine(): void {
    const line = this.#line;
    this.#finish(line);
    this.#line = '';
    this.#carried = undefined;
  }

  #finish(line: string): void {
    if (this.#carried === undefined && this.#fence === undefined && this.#takeIntoTable(line)) return;
    if (this.#carried === undefined && this.#startsOrEndsCode(line)) return;
    if (this.#fence === undefined && this.#carried === undefined && line.trim() === '')
      this.#wantsBlank = this.#hasRows;
    else this.#settle(this.#rowsOf(this.#fence === undefined ? withoutHardBreak(line) : line, 'closed'));
  }

  /** Adds a complete line to a table if it belongs to one; a table that it ends is fixed. */
  #takeIntoTable(line: string): boolean {
    if (this.#table !== undefined && this.#isTableRow(line)) {
      this.#settle(this.#table.add(line));
      return true;
    }
    this.#endTable();
    const begun = this.#tableBegunBy(line);
    if (begun !== undefined) {
      this.#table = begun;
      this.#header = undefined;
      this.#wantsBlank = this.#hasRows;
      return true;
    }
    this.#settleHeader();
    if (!hasCells(line) || !this.#isParagraph(line)) return false;
    this.#header = line;
    return true;
  }

  #tableBegunBy(line: string): MarkdownTable | undefined {
    if (this.#header === undefined) return undefined;
    return MarkdownTable.begunBy(this.#header, line, {
      width: this.#width,
      base: this.#base,
      openRows: this.#openRows,
    });
  }

  #isParagraph(line: string): boolean {
    const block = markdownBlock(line, this.#base);
    return block.type === 'text' && block.kind === 'paragraph';
  }

  #isTableRow(line: string): boolean {
    // Below the header, a row of dashes is a row like others.
    return this.#table?.takes(line) === true && (line.trimStart().startsWith('|') || this.#isParagraph(line));
  }

  #settleHeader(): void {
    if (this.#header === undefined) return;
    const line = withoutHardBreak(this.#header);
    this.#header = undefined;
    this.#settle(this.#rowsOf(line, 'closed'));
  }

  #endTable(): void {
    if (this.#table === undefined) return;
    this.#settle(this.#table.close());
    this.#table = undefined;
    this.#wantsBlank = true;
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
    if (block.kind === 'heading') this.#wantsBlank = this.#hasRows;
    return wrapped(inlineText(block.text, block.tone, state).spans, this.#width, block.margins);
  }

  /** Fixes all rows of the beginning except the last one, which the rest of the line continues. */
  #settleBeginning(): void {
    const at = this.#cutPlace();
    const rows = this.#rowsOf(this.#line.slice(0, at), 'closed');
    const last: readonly Span[] = rows.pop() ?? [];
    // The kind of a line must not depend on how much of it has arrived.
    const isNew = this.#carried === undefined && this.#fence === undefined;
    const block = isNew ? markdownBlock(this.#line.slice(0, longestOpen), this.#base) : undefined;
    const isText = block?.type === 'text';
    const rest = this.#carried?.rest ?? (isText ? block.margins.rest : isNew ? [] : codeMargin.rest);
    const look = this.#carried?.tone ?? (isText ? block.tone : this.#base);
    this.#settle(rows);
    this.#carried = { first: last, rest, isBegun: true, tone: look };
    this.#line = this.#line.slice(at);
  }

  /** Returns where a long line can be split without breaking a word or a mark. */
  #cutPlace(): number {
    if (this.#fence !== undefined) return longestOpen / 2;
    const place = partingPlace(this.#line);
    if (this.#line[place] !== ' ') return place;
    const { unclosedAt } = inlineText(this.#line.slice(0, place), tone.plain, 'open');
    return unclosedAt !== undefined && unclosedAt > longestOpen / 4 ? unclosedAt : place;
  }
}
