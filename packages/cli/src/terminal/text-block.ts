import { Digests } from './digests.ts';
import { MarkdownStream } from './markdown-stream.ts';
import { neutral } from './neutral.ts';
import { PendingText } from './pending-text.ts';
import type { RowStream } from './row-stream.ts';
import { type Looks, painted, type Span, tone } from './style.ts';
import type { Block } from './transcript.ts';
import { VerbatimStream } from './verbatim-stream.ts';
import { widthOf } from './width.ts';
import type { Row } from './wrap.ts';

/** Layout of a text. */
interface TextLayout {
  readonly width: number;
  /** How many rows can be seen at once. */
  readonly height?: number;
  readonly looks: Looks;
  readonly tone?: number;
  /** Start of every row; untrusted text never starts in the first column. */
  readonly gutter: Span;
  /** Whether the text is Markdown, which is the default. */
  readonly reading?: 'markdown' | 'verbatim';
}

/** How much text is laid out per frame, which limits the time of a frame whatever an agent sends. */
const slice = 64 * 1024;

/** A text, Markdown or verbatim, that grows or is replaced; a very long one is laid out over several frames. */
export class TextBlock implements Block {
  readonly #layout: TextLayout;
  /** The rows that were not released. */
  #rows: string[] = [];
  /** Hashes of the rows that have scrolled out; their text is not kept, since an endless message would fill the memory. */
  #digests = new Digests();
  #stream: RowStream;
  /** Number of fixed rows. */
  #settled = 0;
  #changedFrom = 0;
  #pending = new PendingText();
  /** The first half of a surrogate pair or of a CRLF at the end of the last chunk. */
  #half = '';
  #isBehind = false;

  constructor(layout: TextLayout) {
    this.#layout = layout;
    this.#stream = this.#newStream();
  }

  get rows(): readonly string[] {
    if (!this.#isBehind) this.#render();
    return this.#rows;
  }

  get released(): number {
    return this.#digests.length;
  }

  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Adds text as received. */
  append(text: string): void {
    this.#pending.add(text);
  }

  /** Replaces the text; rows that come out the same count as unchanged. */
  replace(text: string): void {
    // Text that was not laid out was not shown.
    const before = this.#rows;
    const digests = this.#digests;
    const total = digests.length + before.length;
    const changedFrom = this.#changedFrom;
    this.#stream = this.#newStream();
    this.#rows = [];
    this.#digests = new Digests();
    this.#settled = 0;
    this.#pending = new PendingText();
    this.#half = '';
    this.#pending.add(text);
    let same = 0;
    const isSame = (index: number): boolean => {
      const row = this.#rows[index - this.released];
      if (row === undefined) return false;
      return index < digests.length ? digests.matches(index, row) : row === before[index - digests.length];
    };
    do {
      this.#render();
      // Rows that may still change are compared once they are final.
      const end = this.released + (this.#isBehind ? this.#settled : this.#rows.length);
      while (same < Math.min(total, end) && isSame(same)) same++;
      // Unchanged rows that have scrolled out need not be kept.
      this.release(Math.min(same, digests.length));
    } while (this.#isBehind && same < total && same === this.released + this.#settled);
    const hasChanged = same < total || same < this.released + this.#rows.length;
    this.#changedFrom = hasChanged ? Math.min(changedFrom, same) : changedFrom;
  }

  release(before: number): void {
    const count = Math.min(before - this.released, this.#settled);
    if (count <= 0) return;
    for (let index = 0; index < count; index++) this.#digests.add(this.#rows[index] ?? '');
    this.#rows.splice(0, count);
    this.#settled -= count;
  }

  takeChange(): number {
    this.#render();
    const first = Math.min(this.#changedFrom, this.released + this.#rows.length);
    this.#changedFrom = Number.POSITIVE_INFINITY;
    return first;
  }

  #newStream(): RowStream {
    const { width, height, gutter, reading, tone: look = tone.plain } = this.#layout;
    const room = width - widthOf(gutter.text);
    return reading === 'verbatim' ? new VerbatimStream(room, look) : new MarkdownStream(room, look, height);
  }

  /** Lays out at most a slice of the pending text. */
  #render(): void {
    if (this.#pending.length === 0) return;
    const taken = this.#half + this.#pending.take(slice);
    this.#isBehind = this.#pending.length > 0;
    this.#half = /[\ud800-\udbff\r]$/.test(taken) ? taken.slice(-1) : '';
    const text = this.#half === '' ? taken : taken.slice(0, -1);
    if (text === '') return;
    this.#stream.append(neutral(text));
    const from = this.#settled;
    const before = this.#rows.splice(from);
    for (const row of this.#stream.takeSettled()) this.#rows.push(this.#paint(row));
    this.#settled = this.#rows.length;
    for (const row of this.#stream.open()) this.#rows.push(this.#paint(row));
    // A growing line changes only at its end; its first rows may have scrolled out and need not be shown again.
    const differs = before.findIndex((row, index) => row !== this.#rows[from + index]);
    const first = this.released + from + (differs === -1 ? before.length : differs);
    this.#changedFrom = Math.min(this.#changedFrom, first);
  }

  #paint(row: Row): string {
    return row.length === 0 ? '' : painted([this.#layout.gutter, ...row], this.#layout.looks);
  }
}
