import { type Span, tone } from './style.ts';

/** The spans of a line of Markdown, and where an unclosed mark begins. */
interface InlineText {
  readonly spans: readonly Span[];
  readonly unclosedAt: number | undefined;
}

const delimiters: readonly { readonly mark: string; readonly tone: number }[] = [
  { mark: '***', tone: tone.bold | tone.italic },
  { mark: '**', tone: tone.bold },
  { mark: '__', tone: tone.bold },
  { mark: '~~', tone: tone.strike },
  { mark: '*', tone: tone.italic },
  { mark: '_', tone: tone.italic },
];

const special = /[\\`*_~[!<]|https?:\/\//g;
// A label that begins anew ends: the inner one is the link, and a row of brackets is read once and not from each of them.
const link = /^!?\[([^[\]\n]{0,500})\]\(<?([^\s)>]{0,2000})>?(?:\s+"[^"]*")?\)/;
const address = /^https?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]]/;
const deepest = 6;

/** Parses one line. In a line that is still being written (`open`), an unclosed mark reaches to the end instead of being text. */
export function inlineText(text: string, base: number, state: 'open' | 'closed'): InlineText {
  const reader = new InlineReader(text, state);
  reader.read(0, text.length, base, 0);
  return { spans: reader.spans, unclosedAt: reader.unclosedAt };
}

class InlineReader {
  readonly spans: Span[] = [];
  unclosedAt: number | undefined;
  readonly #text: string;
  readonly #isOpen: boolean;
  /** Marks that are never closed: a search that failed from one offset fails from every later one. */
  readonly #neverClosed = new Set<string>();

  constructor(text: string, state: 'open' | 'closed') {
    this.#text = text;
    this.#isOpen = state === 'open';
  }

  read(start: number, end: number, look: number, depth: number): void {
    const scan = new RegExp(special);
    let plainFrom = start;
    let at = start;
    while (at < end) {
      scan.lastIndex = at;
      const found = scan.exec(this.#text);
      if (found === null || found.index >= end) break;
      const next = this.#readSpecial(found.index, end, look, depth, () =>
        this.#put(plainFrom, (found as RegExpExecArray).index, look),
      );
      at = next ?? this.#afterText(found.index);
      if (next !== undefined) plainFrom = next;
    }
    this.#put(plainFrom, end, look);
  }

  /** Parses a mark at this offset and returns where it ends, or `undefined` if it is only text. `flush` adds the text before it. */
  #readSpecial(at: number, end: number, look: number, depth: number, flush: () => void): number | undefined {
    const text = this.#text;
    switch (text[at]) {
      case '\\': {
        if (at + 1 >= end || !/[!-/:-@[-`{-~]/.test(text[at + 1] ?? '')) return undefined;
        flush();
        this.#put(at + 1, at + 2, look);
        return at + 2;
      }
      case '`':
        return this.#readCode(at, end, look, flush);
      case '[':
      case '!':
      case '<':
      case 'h':
        return this.#readLink(at, end, look, flush);
      default:
        return this.#readEmphasis(at, end, look, depth, flush);
    }
  }

  /** The offset behind a mark that is only text. Backticks that nothing closes are text together, however many they are. */
  #afterText(at: number): number {
    return Math.max(at + 1, this.#afterBackticks(at));
  }

  #afterBackticks(at: number): number {
    let from = at;
    while (this.#text[from] === '`') from++;
    return from;
  }

  #readCode(at: number, end: number, look: number, flush: () => void): number | undefined {
    const text = this.#text;
    const from = this.#afterBackticks(at);
    const mark = text.slice(at, from);
    const close = text.indexOf(mark, from);
    if (close === -1 || close + mark.length > end) {
      if (!this.#isOpen) return undefined;
      flush();
      this.#markUnclosed(at);
      this.#put(from, end, look | tone.cyan);
      return end;
    }
    flush();
    this.#put(from, close, look | tone.cyan);
    return close + mark.length;
  }

  #readLink(at: number, end: number, look: number, flush: () => void): number | undefined {
    const rest = this.#text.slice(at, Math.min(end, at + 2_600));
    const found = link.exec(rest);
    if (found !== null) {
      const [whole, label = '', target = ''] = found;
      flush();
      const name = label === '' ? target : label;
      this.spans.push({ text: name, tone: look | tone.underline | tone.blue });
      // The target of a link is always shown, since its text can lie about it.
      if (target !== name) this.spans.push({ text: ` (${target})`, tone: look | tone.dim });
      return at + whole.length;
    }
    const isBracketed = rest[0] === '<';
    const bare = address.exec(isBracketed ? rest.slice(1) : rest);
    if (bare === null || (isBracketed && rest[bare[0].length + 1] !== '>')) return undefined;
    flush();
    this.spans.push({ text: bare[0], tone: look | tone.underline | tone.blue });
    return at + bare[0].length + (isBracketed ? 2 : 0);
  }

  #readEmphasis(at: number, end: number, look: number, depth: number, flush: () => void): number | undefined {
    const text = this.#text;
    const found = delimiters.find(({ mark }) => {
      if (!text.startsWith(mark, at)) return false;
      // Three marks that are not closed together may still be two and one.
      if (mark.length < 3 || this.#closing(mark, at + 3, end) !== undefined) return true;
      return this.#isOpen && this.#closing('**', at + 3, end) === undefined;
    });
    if (found === undefined || depth >= deepest) return undefined;
    const { mark } = found;
    const from = at + mark.length;
    const isInWord = mark[0] === '_' && /[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
    if (isInWord || from >= end || /\s/.test(text[from] ?? '')) return undefined;
    const close = this.#closing(mark, from, end);
    if (close === undefined) {
      if (!this.#isOpen || mark.length === 1) return undefined;
      flush();
      this.#markUnclosed(at);
      this.read(from, end, look | found.tone, depth + 1);
      return end;
    }
    flush();
    this.read(from, close, look | found.tone, depth + 1);
    return close + mark.length;
  }

  #closing(mark: string, from: number, end: number): number | undefined {
    const key = `${mark}${end}`;
    if (this.#neverClosed.has(key)) return undefined;
    const close = this.#findClosing(mark, from, end);
    if (close === undefined) this.#neverClosed.add(key);
    return close;
  }

  #findClosing(mark: string, from: number, end: number): number | undefined {
    const text = this.#text;
    for (let close = text.indexOf(mark, from); close !== -1; close = text.indexOf(mark, close + 1)) {
      if (close + mark.length > end) return undefined;
      if (close === from || /\s/.test(text[close - 1] ?? '')) continue;
      // A single mark inside a double one closes nothing.
      if (mark.length === 1 && text[close + 1] === mark) {
        close++;
        continue;
      }
      if (mark[0] === '_' && /[\p{L}\p{N}]/u.test(text[close + mark.length] ?? '')) continue;
      return close;
    }
    return undefined;
  }

  #markUnclosed(at: number): void {
    this.unclosedAt = Math.min(this.unclosedAt ?? at, at);
  }

  #put(from: number, to: number, look: number): void {
    if (to > from) this.spans.push({ text: this.#text.slice(from, to), tone: look });
  }
}
