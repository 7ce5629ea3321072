import { MarkdownStream } from './markdown-stream.ts';
import { neutral } from './neutral.ts';
import type { RowStream } from './row-stream.ts';
import { type Looks, painted, type Span, tone } from './style.ts';
import type { Block } from './transcript.ts';
import { VerbatimStream } from './verbatim-stream.ts';
import { widthOf } from './width.ts';
import type { Row } from './wrap.ts';

/** How a text is laid out. */
export interface TextLayout {
  readonly width: number;
  /** How many rows can be seen at once. */
  readonly height?: number;
  readonly looks: Looks;
  readonly tone?: number;
  /** What every row begins with; strangers' text never starts in the first column, where only we write. */
  readonly gutter: Span;
  /** Whether marks in the text mean something, which is so unless it is said otherwise. */
  readonly reading?: 'markdown' | 'verbatim';
}

/** A text, in Markdown or as it is, that grows at its end, or is replaced. */
export class TextBlock implements Block {
  readonly #layout: TextLayout;
  readonly #rows: string[] = [];
  /** Digests of the rows at the beginning that have scrolled out; their text is not kept, or a message without end would fill the memory. */
  readonly #digests: number[] = [];
  #stream: RowStream;
  #settled = 0;
  #changedFrom = 0;
  #pending = '';

  constructor(layout: TextLayout) {
    this.#layout = layout;
    this.#stream = this.#newStream();
  }

  get rows(): readonly string[] {
    this.#render();
    return this.#rows;
  }

  /** Adds text as it came. */
  append(text: string): void {
    this.#pending += text;
  }

  /** Says something else from the start; rows that come out the same count as unchanged. */
  replace(text: string): void {
    const before = this.rows.slice();
    const digests = this.#digests.slice();
    const changedFrom = this.#changedFrom;
    this.#stream = this.#newStream();
    this.#rows.length = 0;
    this.#digests.length = 0;
    this.#settled = 0;
    this.#pending = text;
    this.#render();
    const isSame = (index: number): boolean => {
      const row = this.#rows[index];
      const digest = digests[index];
      return digest === undefined ? row === before[index] : row !== undefined && digestOf(row) === digest;
    };
    let first = 0;
    while (first < before.length && isSame(first)) first++;
    const hasChanged = first < before.length || first < this.#rows.length;
    this.#changedFrom = hasChanged ? Math.min(changedFrom, first) : changedFrom;
  }

  release(before: number): void {
    for (let index = this.#digests.length; index < Math.min(before, this.#settled); index++) {
      this.#digests.push(digestOf(this.#rows[index] ?? ''));
      this.#rows[index] = '';
    }
  }

  takeChange(): number {
    this.#render();
    const first = Math.min(this.#changedFrom, this.#rows.length);
    this.#changedFrom = Number.POSITIVE_INFINITY;
    return first;
  }

  #newStream(): RowStream {
    const { width, height, gutter, reading, tone: look = tone.plain } = this.#layout;
    const room = width - widthOf(gutter.text);
    return reading === 'verbatim' ? new VerbatimStream(room, look) : new MarkdownStream(room, look, height);
  }

  #render(): void {
    if (this.#pending === '') return;
    // Half of a surrogate pair, or of a line end, waits for the other half, which the next piece brings.
    const isHalved = /[\ud800-\udbff\r]$/.test(this.#pending);
    const text = isHalved ? this.#pending.slice(0, -1) : this.#pending;
    this.#pending = isHalved ? this.#pending.slice(-1) : '';
    if (text === '') return;
    this.#stream.append(neutral(text));
    const from = this.#settled;
    const before = this.#rows.splice(from);
    for (const row of this.#stream.takeSettled()) this.#rows.push(this.#paint(row));
    this.#settled = this.#rows.length;
    for (const row of this.#stream.open()) this.#rows.push(this.#paint(row));
    // A line that grows changes only its end; its first rows may have scrolled out, and nobody wants to read them again.
    const differs = before.findIndex((row, index) => row !== this.#rows[from + index]);
    this.#changedFrom = Math.min(this.#changedFrom, from + (differs === -1 ? before.length : differs));
  }

  #paint(row: Row): string {
    return row.length === 0 ? '' : painted([this.#layout.gutter, ...row], this.#layout.looks);
  }
}

/** A short number that differs where rows do, but for one case in four thousand million (FNV-1a). */
function digestOf(row: string): number {
  let digest = 0x811c9dc5;
  for (let index = 0; index < row.length; index++) digest = Math.imul(digest ^ row.charCodeAt(index), 0x01000193);
  return digest | 0;
}
