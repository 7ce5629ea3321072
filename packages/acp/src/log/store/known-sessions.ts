import { Compaction } from './compaction.ts';
import type { StoredSession } from './store.ts';
import { SubjectIndex } from './subject-index.ts';

/** What this process remembers of a session that it has changed. */
export class KnownSession {
  readonly sessionId: string;
  readonly index: SubjectIndex;
  /** The version of the stored session that this was learned from. */
  readonly version: number;
  /** Counts the edits that erased something. */
  edits = 0;
  #compaction = new Compaction();

  constructor(sessionId: string, index: SubjectIndex, version: number) {
    this.sessionId = sessionId;
    this.index = index;
    this.version = version;
  }

  /** How far the session is folded. */
  get compaction(): Compaction {
    return this.#compaction;
  }

  /** Makes the next fold read the whole session again. */
  startFoldingAnew(): void {
    this.#compaction = new Compaction();
  }
}

/** A locked session and what is remembered of it. */
export interface OpenSession {
  readonly session: StoredSession;
  readonly known: KnownSession;
}

const defaultMost = 256;

/** A cache of the sessions changed last, by their number. */
export class KnownSessions {
  readonly #sessions = new Map<number, KnownSession>();
  readonly #numbers = new Map<string, number>();
  readonly #most: number;
  #last: number | undefined;

  constructor(most = defaultMost) {
    this.#most = most;
  }

  /** Returns what is known of a session, which is nothing at first. */
  of({ number, version, next, facts: { sessionId } }: StoredSession): KnownSession {
    const cached = this.#sessions.get(number);
    // An index that is ahead has learned from a transaction that was not committed.
    const known = cached !== undefined && cached.index.next > next ? undefined : cached;
    if (known?.version === version && this.#last === number) return known;
    this.#last = number;
    // What others have appended is read when it matters; where they have erased, the index knows of more than there is, which does no harm.
    const session =
      known?.version === version ? known : new KnownSession(sessionId, known?.index ?? new SubjectIndex(), version);
    this.#sessions.delete(number);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= this.#most && oldest !== undefined) this.forget(oldest);
    this.#sessions.set(number, session);
    this.#numbers.set(sessionId, number);
    return session;
  }

  /** Returns the index of a session if there is one; it may be behind or ahead of what is stored. */
  indexOf(sessionId: string): SubjectIndex | undefined {
    return this.#sessions.get(this.#numbers.get(sessionId) ?? -1)?.index;
  }

  /** Forgets one session. */
  forget(number: number): void {
    const sessionId = this.#sessions.get(number)?.sessionId;
    this.#sessions.delete(number);
    if (sessionId !== undefined && this.#numbers.get(sessionId) === number) this.#numbers.delete(sessionId);
  }

  /** Forgets the session that was asked for last. */
  forgetLast(): void {
    if (this.#last !== undefined) this.forget(this.#last);
    this.#last = undefined;
  }

  /** Forgets all sessions. */
  clear(): void {
    this.#sessions.clear();
    this.#numbers.clear();
    this.#last = undefined;
  }
}
