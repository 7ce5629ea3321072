import type { RememberedSession } from './row-reader.ts';

const defaultMost = 4_096;

/** What this process remembers of the rows of sessions: only a cache, since other processes change them too. */
export class RememberedSessions {
  readonly #sessions = new Map<string, RememberedSession>();
  readonly #locked = new Map<string, number>();
  readonly #most: number;

  /** `most` is how many sessions are remembered. */
  constructor(most = defaultMost) {
    this.#most = most;
  }

  /** Returns a session as it was when this process saw it last. */
  get(sessionId: string): RememberedSession | undefined {
    return this.#sessions.get(sessionId);
  }

  /** Remembers a session, and forgets the one that was not remembered again for the longest time if there are too many. */
  set(session: RememberedSession): void {
    const { sessionId } = session.facts;
    this.#sessions.delete(sessionId);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= this.#most && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(sessionId, session);
  }

  /** Forgets a session. */
  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  /** Notes that a transaction of this process locks a session; call what it returns when the transaction has ended. */
  lock(sessionId: string): () => void {
    this.#locked.set(sessionId, (this.#locked.get(sessionId) ?? 0) + 1);
    return () => {
      const left = (this.#locked.get(sessionId) ?? 0) - 1;
      if (left > 0) this.#locked.set(sessionId, left);
      else this.#locked.delete(sessionId);
    };
  }

  /** Returns whether a transaction of this process locks a session or waits for that. */
  isLocked(sessionId: string): boolean {
    return this.#locked.has(sessionId);
  }
}
