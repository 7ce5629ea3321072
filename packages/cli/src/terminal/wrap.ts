import type { Span } from './style.ts';
import { graphemes, graphemeWidth, widthOf } from './width.ts';

/** A row of the terminal, before painting. */
export type Row = readonly Span[];

/** The start of the rows of a paragraph. */
export interface Margins {
  readonly first: readonly Span[];
  readonly rest: readonly Span[];
  /** True if `first` contains words already, so that the next word may go to another row. */
  readonly isBegun?: boolean;
}

const noMargins: Margins = { first: [], rest: [] };
const ascii = /^[\x20-\x7e]*$/;
/** Closing punctuation stays with the character before it, also in scripts that break anywhere. */
const closing = /^[\p{Pe}\p{Pf},.;:!?%、。，．；：！？％・ー…]/u;

/** Returns the maximum number of characters of a row; without it, characters without width would all go into one row. */
function mostUnits(width: number): number {
  return width * 16 + 256;
}

function unitsOf(row: readonly Span[]): number {
  return row.reduce((sum, { text }) => sum + text.length, 0);
}

interface Atom {
  readonly text: string;
  readonly tone: number;
  readonly width: number;
}

/** Splits spans into words and gaps; each wide character is a word, since such scripts break anywhere. */
function* atomsOf(spans: readonly Span[]): Generator<Atom & { readonly isGap: boolean; readonly breaks: boolean }> {
  for (const { text, tone } of spans) {
    for (const [piece] of text.matchAll(/ +|[^ ]+/g)) {
      const isGap = piece.startsWith(' ');
      if (isGap || ascii.test(piece)) {
        yield { text: piece, tone, width: piece.length, isGap, breaks: isGap };
        continue;
      }
      for (const grapheme of graphemes(piece)) {
        const width = graphemeWidth(grapheme);
        yield { text: grapheme, tone, width, isGap: false, breaks: width === 2 };
      }
    }
  }
}

function marginWidth(margin: readonly Span[]): number {
  return margin.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Returns the cells left in the first row, which may already contain text. */
function firstRoom(width: number, margins: Margins): number {
  return Math.max(margins.isBegun === true ? 0 : 1, width - marginWidth(margins.first));
}

/** Breaks text without line feeds into rows of at most `width` cells, between words where possible. */
export function wrapped(spans: readonly Span[], width: number, margins: Margins = noMargins): Row[] {
  const rows: Span[][] = [];
  let row: Span[] = [...margins.first];
  let room = firstRoom(width, margins);
  const roomOfRest = Math.max(1, width - marginWidth(margins.rest));
  let gap: Atom | undefined;
  let word: Atom[] = [];
  let wordWidth = 0;
  let isEmpty = margins.isBegun !== true;
  const most = mostUnits(width);
  let units = unitsOf(row);

  function breakRow(): void {
    units = 0;
    rows.push(row);
    row = [...margins.rest];
    room = roomOfRest;
    gap = undefined;
    isEmpty = true;
  }

  function put(text: string, tone: number, cells: number): void {
    if (units + text.length > most && !isEmpty) breakRow();
    units += text.length;
    const last = row.at(-1);
    if (!isEmpty && last !== undefined && last.tone === tone) row[row.length - 1] = { text: last.text + text, tone };
    else row.push({ text, tone });
    room -= cells;
    isEmpty = false;
  }

  function flushWord(): void {
    if (word.length === 0) return;
    if (wordWidth + (gap?.width ?? 0) > room && !isEmpty) breakRow();
    if (gap !== undefined && gap.width < room) put(gap.text, gap.tone, gap.width);
    gap = undefined;
    for (const atom of word) {
      if (atom.width <= room) put(atom.text, atom.tone, atom.width);
      else putInPieces(atom);
    }
    word = [];
    wordWidth = 0;
  }

  function putInPieces(atom: Atom): void {
    // Most long words are addresses or data, with one cell per character.
    if (atom.width === atom.text.length && ascii.test(atom.text)) {
      for (let at = 0; at < atom.text.length; ) {
        if (room <= 0 && !isEmpty) breakRow();
        const piece = atom.text.slice(at, at + Math.max(1, room));
        put(piece, atom.tone, piece.length);
        at += piece.length;
      }
      return;
    }
    for (const grapheme of graphemes(atom.text)) {
      const cells = graphemeWidth(grapheme);
      if (cells > room && !isEmpty) breakRow();
      put(grapheme, atom.tone, cells);
    }
  }

  let mayBreak = false;
  for (const atom of atomsOf(spans)) {
    if ((atom.breaks || mayBreak) && !closing.test(atom.text)) flushWord();
    mayBreak = atom.breaks;
    if (atom.isGap) gap = atom;
    else {
      word.push(atom);
      wordWidth += atom.width;
    }
  }
  flushWord();
  rows.push(row);
  return rows;
}

/** Breaks text into rows of at most `width` cells at any character, for code. */
export function cut(spans: readonly Span[], width: number, margins: Margins = noMargins): Row[] {
  const rows: Span[][] = [];
  let row: Span[] = [...margins.first];
  let room = firstRoom(width, margins);
  const most = mostUnits(width);
  let units = unitsOf(row);
  const breakRow = (): void => {
    units = 0;
    rows.push(row);
    row = [...margins.rest];
    room = Math.max(1, width - marginWidth(margins.rest));
  };
  for (const { text, tone } of spans) {
    if (ascii.test(text)) {
      for (let at = 0; at < text.length; ) {
        if (room <= 0) breakRow();
        const piece = text.slice(at, at + room);
        row.push({ text: piece, tone });
        room -= piece.length;
        at += piece.length;
      }
      continue;
    }
    let kept = '';
    for (const grapheme of graphemes(text)) {
      const cells = graphemeWidth(grapheme);
      if (cells > room || units + grapheme.length > most) {
        if (kept !== '') row.push({ text: kept, tone });
        breakRow();
        kept = '';
      }
      units += grapheme.length;
      kept += grapheme;
      room -= cells;
    }
    if (kept !== '') row.push({ text: kept, tone });
  }
  rows.push(row);
  return rows;
}
