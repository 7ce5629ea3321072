import { Compaction, type SessionFacts, SubjectIndex, unknownSession } from '@emend/acp/log/store';
import type { Rows } from './rows.ts';

/** What this process remembers of a session it writes to. */
export class KnownSession {
  readonly number: number;
  next: number;
  facts: SessionFacts;
  readonly index: SubjectIndex;
  /** The version of the file that this is known of. */
  readonly version: number;
  /** How often entries were erased or emptied. */
  edits = 0;
  #compaction = new Compaction();

  constructor(parts: Pick<KnownSession, 'number' | 'next' | 'facts' | 'index' | 'version'>) {
    this.number = parts.number;
    this.next = parts.next;
    this.facts = parts.facts;
    this.index = parts.index;
    this.version = parts.version;
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

/** The sessions last written to; looked at again as soon as another process has changed the file. */
export class KnownSessions {
  readonly #rows: Rows;
  readonly #sessions = new Map<string, KnownSession>();
  #dataVersion: number;
  #last: string | undefined;

  constructor(rows: Rows) {
    this.#rows = rows;
    this.#dataVersion = rows.dataVersion();
  }

  /** Looks whether the file has been changed from outside; to be asked inside a transaction. */
  refresh(): void {
    this.#dataVersion = this.#rows.dataVersion();
  }

  clear(): void {
    this.#sessions.clear();
  }

  /** Forgets the session that was last asked for or added: a change to it has failed halfway. */
  forgetLast(): void {
    if (this.#last !== undefined) this.#sessions.delete(this.#last);
  }

  add(number: number, facts: SessionFacts): void {
    this.#keep({ number, next: 0, facts, index: new SubjectIndex() });
  }

  forget(sessionId: string): void {
    this.#sessions.delete(sessionId);
  }

  get(sessionId: string): KnownSession {
    this.#last = sessionId;
    const known = this.#sessions.get(sessionId);
    if (known?.version === this.#dataVersion) return known;
    const number = this.#rows.findSession(sessionId);
    if (number === undefined) throw unknownSession(sessionId);
    const facts = this.#rows.factsOf(number);
    const { next } = this.#rows.endOf(number);
    // What others have appended is read when it matters; where they have erased, the index knows of more than there is, which is as good.
    const index = known?.number === number ? known.index : new SubjectIndex();
    return this.#keep({ number, next, facts, index });
  }

  #keep(parts: Pick<KnownSession, 'number' | 'next' | 'facts' | 'index'>): KnownSession {
    const session = new KnownSession({ ...parts, version: this.#dataVersion });
    const { sessionId } = session.facts;
    this.#last = sessionId;
    this.#sessions.delete(sessionId);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= most && oldest !== undefined) this.#sessions.delete(oldest);
    this.#sessions.set(sessionId, session);
    return session;
  }
}
