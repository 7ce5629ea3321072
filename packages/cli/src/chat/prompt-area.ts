import { type Draft, draftRows, edited, emptyDraft, inserted } from '../terminal/editor.ts';
import type { History } from '../terminal/history.ts';
import type { KeyPress } from '../terminal/keys.ts';
import { neutralLine, shortLine } from '../terminal/neutral.ts';
import { painted, type Span, span, tone } from '../terminal/style.ts';
import { truncated, widthOf } from '../terminal/width.ts';
import { type Completion, type CompletionSource, completionOf } from './completion.ts';
import { type Layout, ownSign } from './layout.ts';

/** The rows of a prompt area, and the position of the cursor. */
interface AreaRows {
  readonly rows: readonly string[];
  readonly row: number;
  readonly column: number;
}

const mostSuggestions = 8;

/** The prompt being written: a draft of several lines, with history and completion. */
export class PromptArea {
  readonly #history: History;
  readonly #source: () => CompletionSource;
  #draft: Draft = emptyDraft;
  #chosen: number | undefined;
  #isMenuHidden = false;

  constructor(history: History, source: () => CompletionSource) {
    this.#history = history;
    this.#source = source;
  }

  get isEmpty(): boolean {
    return this.#draft.text === '';
  }

  /** Discards the draft. */
  clear(): void {
    this.#draft = emptyDraft;
    this.#chosen = undefined;
  }

  /** Puts unsent texts back before the current draft. */
  giveBack(texts: readonly string[]): void {
    const text = [...texts, ...(this.isEmpty ? [] : [this.#draft.text])].join('\n');
    this.#change({ text, cursor: text.length });
  }

  /** Handles a key; returns the text when it is to be sent. */
  press(press: KeyPress): string | undefined {
    if (press.type !== 'key') {
      this.#change(inserted(this.#draft, press.text));
      return undefined;
    }
    const completion = this.#completion();
    if (completion !== undefined && this.#pressInMenu(press.name, completion)) return undefined;
    if (press.name === 'enter') return this.#enter(completion);
    if (press.name === 'up' || press.name === 'down') this.#moveThroughTime(press.name);
    else this.#change(edited(this.#draft, press.name));
    return undefined;
  }

  #change(draft: Draft): void {
    if (draft.text !== this.#draft.text) {
      this.#chosen = undefined;
      this.#isMenuHidden = false;
    }
    this.#draft = draft;
  }

  #completion(): Completion | undefined {
    return this.#isMenuHidden ? undefined : completionOf(this.#draft, this.#source());
  }

  #pressInMenu(name: string, completion: Completion): boolean {
    const count = completion.suggestions.length;
    const chosen = this.#chosen ?? (name === 'up' ? count : -1);
    if (name === 'down') this.#chosen = (chosen + 1) % count;
    else if (name === 'up') this.#chosen = (chosen - 1 + count) % count;
    else if (name === 'escape') this.#isMenuHidden = true;
    else if (name === 'tab') this.#complete(completion);
    else return false;
    return true;
  }

  /** Completes to the chosen suggestion, or to the longest common prefix. */
  #complete({ from, suggestions }: Completion): void {
    const chosen = suggestions[this.#chosen ?? (suggestions.length === 1 ? 0 : -1)];
    const typed = this.#draft.text.slice(from, this.#draft.cursor);
    const shared = sharedStart(suggestions.map((each) => each.text));
    if (chosen === undefined && shared.length <= typed.length) {
      // There is no longer common prefix, so one has to be chosen with the arrows, then Tab or Enter.
      this.#chosen = 0;
      return;
    }
    const text = chosen?.text ?? (shared.length > typed.length ? shared : typed);
    const isWhole = chosen !== undefined && !text.endsWith('/');
    const rest = this.#draft.text.slice(this.#draft.cursor);
    const before = this.#draft.text.slice(0, from) + text + (isWhole && rest === '' ? ' ' : '');
    this.#change({ text: before + rest, cursor: before.length });
  }

  #enter(completion: Completion | undefined): string | undefined {
    if (completion !== undefined && this.#chosen !== undefined) {
      this.#complete(completion);
      return undefined;
    }
    const { text, cursor } = this.#draft;
    if (completion !== undefined && isBegunCommand(text, completion)) {
      this.#chosen = 0;
      return undefined;
    }
    if (text.endsWith('\\') && cursor === text.length) {
      this.#change({ text: `${text.slice(0, -1)}\n`, cursor });
      return undefined;
    }
    if (text.trim() === '') return undefined;
    this.#history.add(text);
    this.clear();
    return text.trim();
  }

  #moveThroughTime(name: 'up' | 'down'): void {
    const moved = edited(this.#draft, name);
    if (moved !== this.#draft) {
      this.#draft = moved;
      return;
    }
    const text = name === 'up' ? this.#history.older(this.#draft.text) : this.#history.newer();
    if (text === undefined) return;
    this.#draft = { text, cursor: text.length };
    // A menu would take the arrow keys away from the history.
    this.#isMenuHidden = true;
  }

  /** Returns the rows to show, at most `most` of them for the draft. */
  rows(layout: Layout, most: number, placeholder: string): AreaRows {
    const menu = this.#menuRows(layout);
    const width = Math.max(4, layout.width - 3);
    if (this.isEmpty) {
      const hint = painted([ownSign, span(truncated(placeholder, width), tone.dim)], layout.looks);
      return { rows: [...menu, hint], row: menu.length, column: 2 };
    }
    const laid = draftRows(this.#draft, width);
    const from = Math.max(0, Math.min(laid.row - most + 1, laid.rows.length - most));
    const shown = laid.rows
      .slice(from, from + most)
      .map((text, index) => painted([draftSign(from + index, from, most, laid.rows.length), span(text)], layout.looks));
    return { rows: [...menu, ...shown], row: menu.length + laid.row - from, column: laid.column + 2 };
  }

  #menuRows(layout: Layout): string[] {
    const completion = this.#completion();
    if (completion === undefined) return [];
    const { suggestions } = completion;
    const chosen = this.#chosen ?? -1;
    const from = Math.max(0, Math.min(chosen - mostSuggestions + 1, suggestions.length - mostSuggestions));
    const shown = suggestions.slice(from, from + mostSuggestions);
    const column = Math.min(30, Math.max(...shown.map(({ text }) => widthOf(neutralLine(text))))) + 2;
    const rows = shown.map(({ text, note }, index) => {
      const name = truncated(neutralLine(text), 30);
      const words = truncated(shortLine(note, 500), Math.max(0, layout.width - column - 4));
      const look = from + index === chosen ? tone.inverse : tone.cyan;
      return painted(
        [span('  '), span(name, look), span(' '.repeat(Math.max(1, column - widthOf(name)))), span(words, tone.dim)],
        layout.looks,
      );
    });
    const hidden = suggestions.length - shown.length;
    return hidden > 0 ? [...rows, painted([span(`  … ${hidden} more`, tone.dim)], layout.looks)] : rows;
  }
}

/** Returns the start of a row of the draft, with a sign where rows are out of sight. */
function draftSign(row: number, from: number, most: number, count: number): Span {
  if (row === 0) return ownSign;
  const isMore = row === from || (row === from + most - 1 && row < count - 1);
  return isMore ? span('⋮ ', tone.dim) : span('  ');
}

/** Returns whether a text is only the beginning of a command. With the menu closed by Escape it is sent anyway. */
function isBegunCommand(text: string, { from, suggestions }: Completion): boolean {
  return from === 0 && text.startsWith('/') && text.length > 1 && suggestions.every((each) => each.text !== text);
}

function sharedStart(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
