import { Compaction, type SessionFacts, SubjectIndex, unknownSession } from '@emend/acp/log';
import type { Rows } from './rows.ts';

/** What this process remembers of a session it writes to. */
export class KnownSession {
  readonly number: number;
  next: number;
  facts: SessionFacts;
  readonly index = new SubjectIndex();
  /** How often entries were erased or emptied. */
  edits = 0;
  #compaction = new Compaction();

  constructor(number: number, next: number, facts: SessionFacts) {
    this.number = number;
    this.next = next;
    this.facts = facts;
  }

  /** What was folded and what comes next. */
  get compaction(): Compaction {
    return this.#compaction;
  }

  /** Lets everything be read again by the next fold. */
  startFoldingAnew(): void {
    this.#compaction = new Compaction();
  }
}

const most = 256;

/** The sessions last written to; forgotten as soon as another process has changed the file. */
export class KnownSessions {
  readonly #rows: Rows;
  readonly #sessions = new Map<string, KnownSession>();
  #dataVersion: number;

  constructor(rows: Rows) {
    this.#rows = rows;
    this.#dataVersion = rows.dataVersion();
  }

  /** Forgets everything if the file has been changed from outside; to be asked inside a transaction. */
  refresh(): void {
    const version = this.#rows.dataVersion();
    if (version !== this.#dataVersion) this.clear();
    this.#dataVersion = version;
  }

  clear(): void {
    this.#sessions.clear();
  }

  add(number: number, facts: SessionFacts): void {
    this.#keep(new KnownSession(number, 0, facts));
  }

  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  get(sessionId: string): KnownSession {
    const known = this.#sessions.get(sessionId);
    if (known !== undefined) return known;
    const number = this.#rows.findSession(sessionId);
    const facts = number === undefined ? undefined : this.#rows.factsOf(number);
    if (number === undefined || facts === undefined) throw unknownSession(sessionId);
    const { next } = this.#rows.endOf(number);
    return this.#keep(new KnownSession(number, next, facts));
  }

  #keep(session: KnownSession): KnownSession {
    if (this.#sessions.size >= most) {
      const [oldest] = this.#sessions.keys();
      if (oldest !== undefined) this.#sessions.delete(oldest);
    }
    this.#sessions.set(session.facts.sessionId, session);
    return session;
  }
}
