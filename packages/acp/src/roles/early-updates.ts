import type { SessionEvent } from '../session/event.ts';

/** How many updates are held for sessions that are not known yet; beyond it, the oldest are given up. */
const mostHeld = 10_000;

/** Updates that came before the answer that names their session; real agents send such. */
export class EarlyUpdates {
  readonly #held = new Map<string, SessionEvent[]>();
  #count = 0;
  #expected = 0;

  /** Runs a request whose answer names a session; gives the ids of sessions that nobody asked for once none is expected. */
  async expecting<T>(request: () => Promise<T>, onUnclaimed: (sessionId: string) => void): Promise<T> {
    this.#expected++;
    try {
      return await request();
    } finally {
      this.#expected--;
      if (this.#expected === 0) for (const sessionId of this.#clear()) onUnclaimed(sessionId);
    }
  }

  /** Holds an event; false if no session is expected, or if there is no room. */
  hold(sessionId: string, event: SessionEvent): boolean {
    if (this.#expected === 0 || this.#count >= mostHeld) return false;
    const events = this.#held.get(sessionId);
    if (events === undefined) this.#held.set(sessionId, [event]);
    else events.push(event);
    this.#count++;
    return true;
  }

  /** Gives out what was held for a session. */
  take(sessionId: string): readonly SessionEvent[] {
    const events = this.#held.get(sessionId) ?? [];
    this.#held.delete(sessionId);
    this.#count -= events.length;
    return events;
  }

  #clear(): readonly string[] {
    const ids = [...this.#held.keys()];
    this.#held.clear();
    this.#count = 0;
    return ids;
  }
}
