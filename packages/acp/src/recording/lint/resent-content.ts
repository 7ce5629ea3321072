import { RecentMap } from './recent-map.ts';
import { extended, itemText, noText, startsWith, type TextPrint } from './text-print.ts';
import type { Touch } from './touch.ts';

/** A part whose content was sent again and again. */
interface Resent {
  readonly type: 'message' | 'tool-call' | 'terminal' | 'compaction';
  readonly id: string;
  /** The last frame that sent it as a whole. */
  readonly frame: number;
  readonly times: number;
  /** Characters sent, and characters of content. */
  readonly sent: number;
  readonly content: number;
}

interface Part {
  readonly type: Resent['type'];
  readonly id: string;
  frame: number;
  times: number;
  sent: number;
  /** Characters that were not there before, in a replacement that begins with what was there. */
  fresh: number;
  largest: number;
  held: TextPrint;
  isReported: boolean;
}

const mostParts = 1_000;
/** How often what was sent may be what is there. */
const mostTimes = 3;
/** From this many characters on, content that changes counts as well. */
const muchContent = 10_240;

/** Counts what is sent of the content of each part of a session, and what of it is new. */
export class ResentContent {
  readonly #parts = new RecentMap<string, Part>(mostParts);
  #last: { readonly kind: string; readonly part: Part } | undefined;

  /** Takes in an update. */
  touch(touch: Touch, frame: number): void {
    if (touch.type === 'plan' || touch.type === 'state' || touch.id === undefined) return;
    const { chunk, content } = touch;
    if (chunk === undefined && content === undefined) return;
    const part = this.#partOf(touch.type, touch.type === 'message' ? touch.kind : '', touch.id);
    if (content !== undefined) replace(part, content.map(itemText).join(''), frame);
    else append(part, itemText(chunk));
  }

  #partOf(type: Part['type'], kind: string, id: string): Part {
    const last = this.#last;
    // A stream writes to one part again and again.
    if (last !== undefined && last.part.id === id && last.kind === kind && last.part.type === type) return last.part;
    const key = `${type} ${kind} ${id}`;
    const part = this.#parts.get(key) ?? newPart(type, id);
    // Set again, so that the parts written last are the newest.
    this.#parts.delete(key);
    this.#parts.set(key, part);
    this.#last = { kind, part };
    return part;
  }

  /** Returns the parts of which too much was sent, each once. */
  settle(): Resent[] {
    const found: Resent[] = [];
    for (const part of this.#parts.values()) {
      if (part.isReported || !isTooMuch(part)) continue;
      part.isReported = true;
      const { type, id, frame, times, sent } = part;
      found.push({ type, id, frame, times, sent, content: Math.min(part.fresh, part.largest) });
    }
    return found;
  }

  /** Forgets everything: a replay sends what was sent before. */
  clear(): void {
    this.#parts.clear();
  }
}

function newPart(type: Part['type'], id: string): Part {
  return { type, id, frame: 0, times: 0, sent: 0, fresh: 0, largest: 0, held: noText, isReported: false };
}

function append(part: Part, text: string): void {
  part.sent += text.length;
  part.fresh += text.length;
  part.held = extended(part.held, text);
  part.largest = Math.max(part.largest, part.held.length);
}

function replace(part: Part, text: string, frame: number): void {
  part.frame = frame;
  part.times += text === '' ? 0 : 1;
  part.sent += text.length;
  part.fresh += startsWith(text, part.held) ? text.length - part.held.length : text.length;
  part.held = extended(noText, text);
  part.largest = Math.max(part.largest, text.length);
}

function isTooMuch({ times, sent, fresh, largest }: Part): boolean {
  if (times <= mostTimes) return false;
  return sent > mostTimes * fresh || (sent > mostTimes * largest && sent - largest >= muchContent);
}
