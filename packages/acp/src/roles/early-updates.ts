import type { SessionEvent } from '../session/event.ts';

/** How many updates are held for sessions that are not known yet; beyond it, the oldest are given up. */
const mostHeld = 10_000;

/** Updates that came before the answer that names their session; real agents send such. */
export class EarlyUpdates {
  readonly #held = new Map<string, SessionEvent[]>();
  #count = 0;

  /** Holds an event; false if there is no room. */
  hold(sessionId: string, event: SessionEvent): boolean {
    if (this.#count >= mostHeld) return false;
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

  /** Gives up everything that is left, once no session can be on its way any more. */
  clear(): readonly string[] {
    const ids = [...this.#held.keys()];
    this.#held.clear();
    this.#count = 0;
    return ids;
  }
}
