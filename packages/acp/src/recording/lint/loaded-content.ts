import { doubled, extended, itemText, noText, type TextPrint } from './text-print.ts';
import type { Touch } from './touch.ts';

/** Above this many messages a session is not compared. */
const mostMessages = 10_000;

/** A load that repeated what was there. */
interface DoublingLoad {
  readonly frame: number;
  /** How many messages are there twice, and how many there were. */
  readonly twice: number;
  readonly before: number;
}

/** What was written to a message. */
interface Written {
  print: TextPrint;
}

/** Remembers the texts of the messages of a session, and finds out whether a load made them double. */
export class LoadedContent {
  #messages = new Map<string, Written>();
  #isTooLong = false;
  /** The message written last. Chunks without an id belong to it until something else comes. */
  #last: { readonly kind: string; readonly id: string | undefined; readonly written: Written } | undefined;
  #runs = 0;
  #load: { readonly frame: number; readonly before: readonly TextPrint[] } | undefined;

  /** Takes in an update. */
  touch(touch: Touch): void {
    if (touch.type !== 'message') {
      if (touch.type !== 'state') this.#last = undefined;
      return;
    }
    const { kind, id, chunk, content } = touch;
    if (this.#isTooLong) return;
    if (content !== undefined) this.#writtenIn(kind, id).print = extended(noText, content.map(itemText).join(''));
    else if (chunk !== undefined) {
      const written = this.#writtenIn(kind, id);
      written.print = extended(written.print, itemText(chunk));
    } else this.#last = undefined;
  }

  #writtenIn(kind: string, id: string | undefined): Written {
    const last = this.#last;
    if (last !== undefined && last.kind === kind && last.id === id) return last.written;
    const key = id === undefined ? `${kind} run ${this.#runs++}` : `${kind} ${id}`;
    const written = this.#messages.get(key) ?? this.#added(key);
    this.#last = { kind, id, written };
    return written;
  }

  #added(key: string): Written {
    const written = { print: noText };
    this.#messages.set(key, written);
    if (this.#messages.size > mostMessages) {
      this.#isTooLong = true;
      this.#messages.clear();
    }
    return written;
  }

  /** A prompt ends the message that was being written. */
  prompted(): void {
    this.#last = undefined;
  }

  /** A load begins. A client that clears its session starts from nothing; else what was there stays. */
  started(frame: number, history: 'cleared' | 'kept'): void {
    this.#last = undefined;
    this.#load = { frame, before: this.#prints().filter(({ length }) => length > 0) };
    if (history === 'kept') return;
    this.#messages = new Map();
    this.#isTooLong = false;
  }

  #prints(): TextPrint[] {
    return Array.from(this.#messages.values(), ({ print }) => print);
  }

  /** The load failed: what it has brought does not count. */
  failed(): void {
    this.#load = undefined;
  }

  /** Returns the last load if most of what was there before is there twice. */
  settle(): DoublingLoad | undefined {
    const load = this.#load;
    this.#load = undefined;
    if (load === undefined || load.before.length === 0 || this.#isTooLong) return undefined;
    const before = counted(load.before);
    const after = counted(this.#prints());
    let [total, twice, doubledText] = [0, 0, 0];
    for (const { print, count } of before.values()) {
      total += print.length * count;
      const isRepeated = (after.get(nameOf(print))?.count ?? 0) >= count * 2;
      const double = nameOf(doubled(print));
      if (!isRepeated && !(after.has(double) && !before.has(double))) continue;
      twice += count;
      doubledText += print.length * count;
    }
    if (doubledText * 2 < total) return undefined;
    return { frame: load.frame, twice, before: load.before.length };
  }
}

function nameOf({ length, hash }: TextPrint): string {
  return `${length} ${hash}`;
}

function counted(prints: Iterable<TextPrint>): Map<string, { readonly print: TextPrint; readonly count: number }> {
  const counts = new Map<string, { readonly print: TextPrint; readonly count: number }>();
  for (const print of prints) {
    const name = nameOf(print);
    counts.set(name, { print, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  return counts;
}
