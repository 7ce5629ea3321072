import { neutral } from './neutral.ts';
import { graphemes, graphemeWidth } from './width.ts';

/** A text being written, and the position of the cursor. */
export interface Draft {
  readonly text: string;
  readonly cursor: number;
}

/** An empty draft. */
export const emptyDraft: Draft = { text: '', cursor: 0 };

/** Returns the draft with text inserted at the cursor. */
export function inserted({ text, cursor }: Draft, added: string): Draft {
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

function before({ text, cursor }: Draft): number {
  const last = [...graphemes(text.slice(Math.max(0, cursor - 64), cursor))].at(-1);
  return cursor - (last?.length ?? 0);
}

function after({ text, cursor }: Draft): number {
  const next = graphemes(text.slice(cursor, cursor + 64)).next();
  return cursor + (next.done ? 0 : next.value.length);
}

const lineStart = ({ text, cursor }: Draft): number => text.lastIndexOf('\n', cursor - 1) + 1;

function lineEnd({ text, cursor }: Draft): number {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
}

function wordStart({ text, cursor }: Draft): number {
  return cursor - (/[^\s]*\s*$/.exec(text.slice(0, cursor))?.[0].length ?? 0);
}

function wordEnd({ text, cursor }: Draft): number {
  return cursor + (/^\s*[^\s]*/.exec(text.slice(cursor))?.[0].length ?? 0);
}

function without(draft: Draft, from: number, to: number): Draft {
  return { text: draft.text.slice(0, from) + draft.text.slice(to), cursor: from };
}

function lineAbove(draft: Draft): Draft {
  const start = lineStart(draft);
  if (start === 0) return draft;
  const above = lineStart({ text: draft.text, cursor: start - 1 });
  return { text: draft.text, cursor: Math.min(above + draft.cursor - start, start - 1) };
}

function lineBelow(draft: Draft): Draft {
  const end = lineEnd(draft);
  if (end === draft.text.length) return draft;
  const column = draft.cursor - lineStart(draft);
  const below = { text: draft.text, cursor: end + 1 };
  return { text: draft.text, cursor: Math.min(end + 1 + column, lineEnd(below)) };
}

const actions: Readonly<Record<string, (draft: Draft) => Draft>> = {
  left: (draft) => ({ ...draft, cursor: before(draft) }),
  right: (draft) => ({ ...draft, cursor: after(draft) }),
  home: (draft) => ({ ...draft, cursor: lineStart(draft) }),
  end: (draft) => ({ ...draft, cursor: lineEnd(draft) }),
  up: lineAbove,
  down: lineBelow,
  'word-left': (draft) => ({ ...draft, cursor: wordStart(draft) }),
  'word-right': (draft) => ({ ...draft, cursor: wordEnd(draft) }),
  backspace: (draft) => without(draft, before(draft), draft.cursor),
  delete: (draft) => without(draft, draft.cursor, after(draft)),
  'delete-word': (draft) => without(draft, wordStart(draft), draft.cursor),
  'delete-to-start': (draft) => without(draft, lineStart(draft), draft.cursor),
  'delete-to-end': (draft) => without(draft, draft.cursor, lineEnd(draft)),
  'new-line': (draft) => inserted(draft, '\n'),
};

/** Returns the draft after an editing key; the same object if the key has no effect. */
export function edited(draft: Draft, key: string): Draft {
  const next = actions[key]?.(draft);
  return next === undefined || (next.text === draft.text && next.cursor === draft.cursor) ? draft : next;
}

/** Returns the draft as rows of at most `width` cells, and the position of the cursor. */
export function draftRows(
  draft: Draft,
  width: number,
): { readonly rows: readonly string[]; readonly row: number; readonly column: number } {
  const rows: string[] = [];
  let row = '';
  let cells = 0;
  let place = { row: 0, column: 0 };
  let at = 0;
  const breakRow = (): void => {
    rows.push(row);
    row = '';
    cells = 0;
  };
  for (const grapheme of graphemes(draft.text)) {
    if (at === draft.cursor) place = { row: rows.length, column: cells };
    at += grapheme.length;
    if (grapheme === '\n') {
      breakRow();
      continue;
    }
    const shown = neutral(grapheme);
    const wide = shown.length > 1 && shown.trim() === '' ? shown.length : graphemeWidth(shown);
    if (cells + wide > width) {
      breakRow();
      if (at - grapheme.length === draft.cursor) place = { row: rows.length, column: 0 };
    }
    row += shown;
    cells += wide;
  }
  if (at <= draft.cursor) place = { row: rows.length, column: cells };
  rows.push(row);
  if (place.column >= width) {
    place = { row: place.row + 1, column: 0 };
    if (place.row >= rows.length) rows.push('');
  }
  return { rows, ...place };
}
