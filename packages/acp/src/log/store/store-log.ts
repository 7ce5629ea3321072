import type { Subject } from '../../session/subject.ts';
import type { LogEntry, LogEvent } from '../event.ts';
import { folderOf } from '../folder.ts';
import { closed, LogError, type LogFailure, unknownSession } from '../log-error.ts';
import type { AppendOptions, ListOptions, NewSession, SessionLog, SessionPage, SessionRecord } from '../session-log.ts';
import { textOfEvent } from './event-text.ts';
import { batchSize, follow } from './follow.ts';
import { cursorAfter, isListedFor, type ListQuestion, questionOf } from './listing.ts';
import { recordOf } from './record.ts';
import { answered } from './steps.ts';
import type { ListedSession, Store, Work } from './store.ts';

/** Failures of calls that are refused before they change anything. */
const refusals: ReadonlySet<LogFailure> = new Set([
  'unknown_session',
  'session_exists',
  'conflict',
  'not_owner',
  'closed',
]);

/** A session log over any store: it erases, folds, pages, follows and closes; the store reads, writes and commits. */
export class StoreLog implements SessionLog {
  readonly #store: Store;
  /** Calls that take several transactions. */
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #folds = new Map<string, Promise<void>>();
  #closing: Promise<void> | undefined;

  constructor(store: Store) {
    this.#store = store;
  }

  create(session: NewSession): Promise<void> {
    return this.#change(async (store) => {
      await store.write((rows) => store.changes.create(rows, session));
    });
  }

  append(sessionId: string, events: readonly LogEvent[], options: AppendOptions): Promise<number> {
    const texts: string[] = [];
    for (const event of events) texts.push(textOfEvent(event));
    const appended =
      this.#closing === undefined
        ? this.#store.append({ sessionId, events, texts, options })
        : Promise.reject<number>(closed());
    // A caller may wait for the last of many appends only: the failure of an earlier one is not an unhandled rejection.
    appended.catch((error: unknown) => {
      this.#store.changes.stop(options);
      this.#forgetAfter(error);
    });
    return appended;
  }

  async *read(sessionId: string, from = 0): AsyncGenerator<readonly LogEntry[], void, undefined> {
    const number = await this.#numberOf(sessionId);
    for (let position = from; ; ) {
      const batch = await this.#batch(sessionId, number, position);
      const last = batch?.at(-1);
      if (batch === undefined || last === undefined) return;
      yield batch;
      if (batch.length < batchSize) return;
      position = last.position + 1;
    }
  }

  async *follow(sessionId: string, from: number, signal: AbortSignal): AsyncGenerator<readonly LogEntry[]> {
    const { bells } = this.#store;
    const number = await this.#numberOf(sessionId);
    const bell = bells.join(number);
    const read = async (position: number) => {
      try {
        return await this.#batch(sessionId, number, position);
      } catch (error) {
        if (error instanceof LogError && error.failure === 'closed') return undefined;
        throw error;
      }
    };
    try {
      yield* follow({ read, bell }, from, signal);
    } finally {
      bells.leave(number);
    }
  }

  async find(sessionId: string) {
    const found = await this.#read((rows) => answered(rows.find(sessionId)));
    return found === undefined ? undefined : { record: recordOf(found.facts, found.lastAt), position: found.next };
  }

  async list(options: ListOptions = {}): Promise<SessionPage> {
    const question = questionOf(options);
    const found = await this.#read((rows) => answered(rows.list({ ...question, limit: question.limit + 1 })));
    const page = found.slice(0, question.limit);
    const last = found.length > page.length ? page.at(-1) : undefined;
    const sessions = page.flatMap((listed) => this.#recordOf(listed, question) ?? []);
    if (last === undefined) return { sessions };
    return { sessions, nextCursor: cursorAfter(last, question) };
  }

  /** A damaged session must not keep others from being listed. */
  #recordOf({ found }: ListedSession, { cwd, principal }: ListQuestion): SessionRecord | undefined {
    if (found instanceof LogError) {
      const message = `${found.message.replace(/\.$/, '')}; the listing leaves it out.`;
      this.#store.report(new LogError(found.failure, message, { cause: found }));
      return undefined;
    }
    const { facts, lastAt } = found;
    // Stores look folders and principals up by a digest, which two may share.
    const isMeant = (cwd === undefined || folderOf(facts.cwd) === cwd) && isListedFor(principal, facts);
    return isMeant ? recordOf(facts, lastAt) : undefined;
  }

  delete(sessionId: string): Promise<void> {
    return this.#change((store) => this.#tracked(store.delete(sessionId)));
  }

  compact(sessionId: string): Promise<void> {
    return this.#change((store) => {
      const fold = async () => {
        await store.fold((access) => store.changes.fold(sessionId, access));
      };
      // One fold of a session follows the other, whatever became of that.
      const folded = (this.#folds.get(sessionId) ?? Promise.resolve()).then(fold, fold);
      const forget = () => this.#folds.get(sessionId) === folded && this.#folds.delete(sessionId);
      this.#folds.set(sessionId, folded);
      folded.then(forget, forget);
      return this.#tracked(folded);
    });
  }

  redact(sessionId: string, subject: Subject, at: number): Promise<void> {
    return this.#change(async (store) => {
      await store.write((rows) => store.changes.redact(rows, sessionId, subject, at), 'erasing');
    });
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#store.bells.ringAll();
    await Promise.allSettled(this.#underWay);
    await this.#store.close();
  }

  async #numberOf(sessionId: string): Promise<number> {
    const number = await this.#read((rows) => answered(rows.numberOf(sessionId)));
    if (number === undefined) throw unknownSession(sessionId);
    return number;
  }

  /** Returns the next entries; undefined if the session is gone, of which the store may still hold some. */
  #batch(sessionId: string, number: number, from: number): Promise<readonly LogEntry[] | undefined> {
    return this.#read(function* (rows) {
      if ((yield* answered(rows.numberOf(sessionId))) !== number) return undefined;
      return yield* answered(rows.read(number, from, batchSize));
    });
  }

  #read<T>(work: Work<T>): Promise<T> {
    return this.#closing === undefined ? this.#store.read(work) : Promise.reject(closed());
  }

  /** Runs a change at once, before this returns; a rejection that nobody looks at is not an unhandled one. */
  #change<T>(run: (store: Store) => Promise<T>): Promise<T> {
    const changed = this.#closing === undefined ? run(this.#store) : Promise.reject<T>(closed());
    changed.catch((error: unknown) => this.#forgetAfter(error));
    return changed;
  }

  /** What a change that was not committed has left in the cache is not stored. */
  #forgetAfter(error: unknown): void {
    if (!(error instanceof LogError && refusals.has(error.failure))) this.#store.changes.clear();
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    const done = () => this.#underWay.delete(work);
    work.then(done, done);
    return work;
  }
}
