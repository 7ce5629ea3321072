import { type Amount, reaches } from '../../jsonrpc/limits.ts';
import type { SessionEvent } from '../../session/event.ts';

/** How much is buffered for sessions that are not known yet; the rest is dropped. */
const mostHeld: Amount = { messages: 10_000, size: 16 * 1024 * 1024 };

/** Buffers updates that arrive before the answer that names their session. Some agents send such updates. */
export class EarlyUpdates {
  readonly #held = new Map<string, { readonly events: SessionEvent[]; size: number }>();
  #amount: Amount = nothing;
  #expected = 0;

  /** Runs a request whose answer names a session. When none is pending any more, reports the sessions that were not opened. */
  async expecting<T>(request: () => Promise<T>, onUnclaimed: (sessionId: string) => void): Promise<T> {
    this.#expected++;
    try {
      return await request();
    } finally {
      this.#expected--;
      if (this.#expected === 0) for (const sessionId of this.#clear()) onUnclaimed(sessionId);
    }
  }

  /** Buffers an event. Returns false if no session is expected, or if the buffer is full. */
  hold(sessionId: string, event: SessionEvent): boolean {
    if (this.#expected === 0 || reaches(this.#amount, mostHeld)) return false;
    const held = this.#held.get(sessionId) ?? { events: [], size: 0 };
    const size = sizeOf(event);
    held.events.push(event);
    held.size += size;
    this.#held.set(sessionId, held);
    this.#amount = { messages: this.#amount.messages + 1, size: this.#amount.size + size };
    return true;
  }

  /** Removes and returns the events of a session. */
  take(sessionId: string): readonly SessionEvent[] {
    const { events, size } = this.#held.get(sessionId) ?? { events: [], size: 0 };
    this.#held.delete(sessionId);
    this.#amount = { messages: this.#amount.messages - events.length, size: this.#amount.size - size };
    return events;
  }

  #clear(): readonly string[] {
    const ids = [...this.#held.keys()];
    this.#held.clear();
    this.#amount = nothing;
    return ids;
  }
}

const nothing: Amount = { messages: 0, size: 0 };

/** Estimates the size of a value: its texts, and a little for each part. Not recursive, as nesting may be deep. */
function sizeOf(value: unknown): number {
  const parts = [value];
  let size = 0;
  while (parts.length > 0) {
    const part = parts.pop();
    size += typeof part === 'string' ? part.length : 8;
    if (typeof part !== 'object' || part === null) continue;
    for (const [key, inner] of Object.entries(part)) {
      size += key.length;
      parts.push(inner);
    }
  }
  return size;
}
