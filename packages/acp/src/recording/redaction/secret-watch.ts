import { type Leaf, mask } from './redaction.ts';

/** A part of a text that may belong to a secret. */
interface Piece {
  readonly text: string;
  /** The text that ends with this part; absent once it is written. */
  readonly leaf?: Leaf;
  /** True if it was written masked. */
  readonly isMasked?: boolean;
}

/** So many characters of a secret reveal nothing and need no mask. */
const harmless = 3;

/** What may follow an unfinished text: the end of a line, a fence, a quotation or JSON. */
const closing = /[\s`'"}\]…]/;

/** Maximum number of places remembered that may continue a secret. */
const mostPlaces = 1_000;

/** Finds secrets that are split over successive texts of the same place. */
export class SecretWatch {
  readonly #secrets: readonly string[];
  /** The end of the last text of each place, if it is the start of a secret. */
  readonly #open = new Map<string, readonly Piece[]>();

  /** Secrets, the longest first. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  /** Adds the next text of its place, and masks a secret that ends in it. */
  take(leaf: Leaf): void {
    const before = this.#open.get(leaf.place) ?? [];
    const pieces: readonly Piece[] = [...before, { text: leaf.raw, leaf }];
    const text = pieces.map((piece) => piece.text).join('');
    const hidden = this.#hide(text, text.length - leaf.raw.length, before, leaf);
    const open = partsOf(pieces, this.#openFrom(text, this.#endOfLast(text, hidden)), text.length);
    this.#open.delete(leaf.place);
    if (open.length > 0) this.#open.set(leaf.place, open);
    if (leaf.isSnapshot) this.#settleSnapshot(leaf);
    const [oldest] = this.#open.keys();
    if (oldest === undefined || this.#open.size <= mostPlaces) return;
    this.#settle(oldest);
    this.#open.delete(oldest);
  }

  /** Returns the texts that may still have to be masked and must not be written yet. */
  held(): Set<Leaf> {
    return new Set([...this.#open.values()].flat().flatMap(({ leaf }) => (leaf === undefined ? [] : [leaf])));
  }

  /** Masks every possible start of a secret, so that all texts can be written; the rest of the secret will be masked as well. */
  settle(): void {
    for (const place of this.#open.keys()) this.#settle(place);
  }

  /** Masks a possible start of a secret at the end of a snapshot, since no later text completes it. */
  #settleSnapshot(leaf: Leaf): void {
    const open = this.#open.get(leaf.place) ?? [];
    if (open.reduce((length, { text }) => length + text.length, 0) > harmless) {
      this.#settle(leaf.place);
      return;
    }
    let end = leaf.text.length;
    while (closing.test(leaf.text.charAt(end - 1))) end--;
    const from = this.#openFrom(leaf.text.slice(0, end), 0);
    if (end - from > harmless) leaf.text = `${leaf.text.slice(0, from)}${mask}${leaf.text.slice(end)}`;
  }

  #settle(place: string): void {
    const pieces = this.#open.get(place) ?? [];
    const text = pieces.map((piece) => piece.text).join('');
    const isMasked = text.length > harmless;
    if (isMasked) maskAll(pieces);
    this.#open.set(place, [{ text, isMasked }]);
  }

  /** Masks the secret that began before `leaf`, if there is one. Returns where it ends in `text`, or 0. */
  #hide(text: string, start: number, before: readonly Piece[], leaf: Leaf): number {
    for (let at = 0; at < start; at++) {
      const secret = this.#secrets.find((each) => at + each.length > start && text.startsWith(each, at));
      if (secret === undefined) continue;
      const end = at + secret.length;
      const rest = this.#secrets.reduce((result, each) => result.replaceAll(each, mask), text.slice(end));
      leaf.text = `${maskAll(partsOf(before, at, start)) ? '' : mask}${rest}`;
      return end;
    }
    return 0;
  }

  /** Returns where the last complete secret of a text ends, or `least`. */
  #endOfLast(text: string, least: number): number {
    return this.#secrets.reduce((last, secret) => {
      let end = last;
      for (let at = text.indexOf(secret, least); at !== -1; at = text.indexOf(secret, end))
        end = Math.max(end, at + secret.length);
      return end;
    }, least);
  }

  /** Returns where the longest suffix begins that is a prefix of a secret, but not before `least`. */
  #openFrom(text: string, least: number): number {
    let from = text.length;
    for (const secret of this.#secrets) {
      const first = secret.charAt(0);
      let at = text.indexOf(first, Math.max(least, text.length - secret.length + 1));
      while (at !== -1 && at < from) {
        if (secret.startsWith(text.slice(at))) from = at;
        at = text.indexOf(first, at + 1);
      }
    }
    return from;
  }
}

/** Returns the pieces between two offsets of their joined text. */
function partsOf(pieces: readonly Piece[], from: number, to: number): Piece[] {
  let start = 0;
  return pieces.flatMap((piece) => {
    const text = piece.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += piece.text.length;
    return text === '' ? [] : [{ ...piece, text }];
  });
}

/** Replaces pieces at the end of their texts by one mask; returns whether a mask was written. */
function maskAll(pieces: readonly Piece[]): boolean {
  let isMasked = false;
  for (const { text, leaf, isMasked: isWrittenMasked } of pieces) {
    if (leaf !== undefined) {
      // A text that contains another secret, or JSON that was written again, may end differently than it was received.
      const kept = leaf.text.endsWith(text) ? leaf.text.slice(0, leaf.text.length - text.length) : '';
      leaf.text = isMasked ? kept : `${kept}${mask}`;
    }
    isMasked ||= leaf !== undefined || isWrittenMasked === true;
  }
  return isMasked;
}
