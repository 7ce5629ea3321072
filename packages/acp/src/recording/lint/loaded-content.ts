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

/** Remembers the texts of the messages of a session, and finds out whether a load made them double. */
export class LoadedContent {
  #messages = new Map<string, TextPrint>();
  #isTooLong = false;
  /** Chunks without an id belong to one message until something else comes. */
  #run: { readonly kind: string; readonly key: string } | undefined;
  #runs = 0;
  #load: { readonly frame: number; readonly before: readonly TextPrint[] } | undefined;

  /** Takes in an update. */
  touch(touch: Touch): void {
    if (touch.type !== 'message') {
      if (touch.type !== 'state') this.#run = undefined;
      return;
    }
    if (this.#isTooLong) return;
    const key = touch.id === undefined ? this.#runOf(touch.kind) : `${touch.kind} ${touch.id}`;
    if (touch.id !== undefined) this.#run = undefined;
    if (touch.content !== undefined) this.#set(key, extended(noText, touch.content.map(itemText).join('')));
    else if (touch.chunk !== undefined) {
      this.#set(key, extended(this.#messages.get(key) ?? noText, itemText(touch.chunk)));
    }
  }

  #runOf(kind: string): string {
    if (this.#run?.kind !== kind) this.#run = { kind, key: `${kind} run ${this.#runs++}` };
    return this.#run.key;
  }

  #set(key: string, print: TextPrint): void {
    this.#messages.set(key, print);
    if (this.#messages.size <= mostMessages) return;
    this.#isTooLong = true;
    this.#messages.clear();
  }

  /** A prompt ends the message that was being written. */
  prompted(): void {
    this.#run = undefined;
  }

  /** A load begins. A client that clears its session starts from nothing; else what was there stays. */
  started(frame: number, history: 'cleared' | 'kept'): void {
    this.#run = undefined;
    this.#load = { frame, before: [...this.#messages.values()].filter(({ length }) => length > 0) };
    if (history === 'kept') return;
    this.#messages = new Map();
    this.#isTooLong = false;
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
    const after = counted(this.#messages.values());
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
