import type { AppendOptions, LogEvent, NewSession, Subject } from '@emend/acp/log';
import {
  Continuity,
  changeOf,
  erasureOf,
  erasureRange,
  factsAfter,
  firstSight,
  isEmptyEdit,
  type LogEdit,
  newFacts,
  SubjectIndex,
  sessionExists,
  subjectKey,
  textOfEvent,
} from '@emend/acp/log/store';
import { type KnownSession, KnownSessions } from './known-sessions.ts';
import { factsPosition, type Rows } from './rows.ts';

const batchSize = 5000;

/** The changes that a session can go through, each within a transaction that somebody else holds. */
export class SessionChanges {
  readonly #rows: Rows;
  readonly known: KnownSessions;
  readonly continuity = new Continuity();
  /** Whether something was erased since this was last set to false. */
  hasErased = false;
  /** The numbers of the sessions that were appended to or deleted since this was last cleared. */
  readonly touched = new Set<number>();

  /** How far deleted sessions are erased, by number. */
  readonly #erasedTo = new Map<number, number>();

  constructor(rows: Rows) {
    this.#rows = rows;
    this.known = new KnownSessions(rows);
  }

  create(session: NewSession): void {
    if (this.#rows.findSession(session.sessionId) !== undefined) throw sessionExists(session.sessionId);
    const facts = newFacts(session);
    this.known.add(this.#rows.addSession(facts), facts);
  }

  append(sessionId: string, events: readonly LogEvent[], texts: readonly string[], options: AppendOptions): number {
    const session = this.known.get(sessionId);
    this.continuity.check(sessionId, options, session.next);
    this.touched.add(session.number);
    for (let offset = 0; offset < events.length; offset++) {
      this.#appendOne(session, events[offset] as LogEvent, texts[offset] as string, options);
    }
    return session.next;
  }

  #appendOne(session: KnownSession, event: LogEvent, text: string, { at, history }: AppendOptions): void {
    const position = session.next;
    session.next += 1;
    const facts = factsAfter(session.facts, event);
    if (facts !== session.facts) {
      this.#rows.setFacts(session.number, facts);
      session.facts = facts;
      this.hasErased = true;
    }
    if (session.index.next !== position && mayErase(event)) this.#catchUp(session, position);
    if (session.index.next === position && session.index.addToStream(event, position)) {
      this.#rows.append(session.number, position, at, text);
      return;
    }
    // An index that is behind stays behind until something may have to be erased.
    const touch = session.index.next === position ? session.index.add({ position, at, event }) : undefined;
    const settled = SubjectIndex.settled(event, touch);
    this.#rows.append(session.number, position, at, settled === event ? text : textOfEvent(settled));
    if (touch?.supersedes && history !== 'keep') this.#erase(session, touch.key, at);
  }

  #catchUp({ index, number }: KnownSession, end: number): void {
    while (index.next < end) {
      const entries = this.#rows.read(number, index.next, batchSize);
      for (const entry of entries) if (entry.position < end) index.add(entry);
      if (entries.length < batchSize) index.next = end;
    }
  }

  #erase(session: KnownSession, key: string, at: number): void {
    const place = session.index.placeOf(key);
    if (place === undefined) return;
    const { number } = session;
    const { first, prompt, from } = erasureRange(place);
    const firstEntry = this.#rows.at(number, first);
    const start = firstEntry.length === 0 ? Math.min(first, from) : from;
    const seen = [
      ...(prompt !== undefined && prompt < start ? this.#rows.at(number, prompt) : []),
      ...(first < start ? firstEntry : []),
      ...this.#rows.read(number, start, Number.MAX_SAFE_INTEGER),
    ];
    const edit = erasureOf(seen, place, at);
    if (!isEmptyEdit(edit)) {
      this.hasErased = true;
      session.edits += 1;
    }
    this.#rows.edit(number, edit);
    session.index.forget(key, firstSight(seen, place));
  }

  redact(sessionId: string, subject: Subject, at: number): void {
    const session = this.known.get(sessionId);
    this.#catchUp(session, session.next);
    this.#erase(session, subjectKey(subject), at);
  }

  /** Does a part of a fold. */
  fold({ number }: KnownSession, part: LogEdit): void {
    // What was folded away takes space that can be given back.
    this.hasErased = true;
    this.#rows.edit(number, part);
  }

  delete(sessionId: string): void {
    const number = this.#rows.findDamagedSession(sessionId);
    if (number === undefined) return;
    this.#rows.hideSession(number);
    this.#eraseHidden(number);
    this.touched.add(number);
    this.known.forget(sessionId);
  }

  /** Erases another slice of what deleted sessions have left; says whether there is more. */
  eraseDeleted(): boolean {
    const number = this.#rows.hiddenSession();
    if (number !== undefined) this.#eraseHidden(number);
    return this.#rows.hiddenSession() !== undefined;
  }

  #eraseHidden(number: number): void {
    this.hasErased = true;
    const next = this.#rows.eraseHidden(number, this.#erasedTo.get(number) ?? factsPosition);
    if (next === undefined) this.#erasedTo.delete(number);
    else this.#erasedTo.set(number, next);
  }

  /** Forgets what is remembered of sessions: a transaction was not committed. */
  clear(): void {
    this.known.clear();
    this.touched.clear();
    this.#erasedTo.clear();
  }

  /** Forgets what is remembered of the session of the last change, which has failed halfway. */
  forgetLast(): void {
    this.known.forgetLast();
    this.#erasedTo.clear();
  }
}

/** The most characters of events that a full disk takes in for what they erase. */
const smallCharacters = 1024;

/** Whether an append may erase more than it adds, as one that clears or redacts something does. */
export function erasesMore(events: readonly LogEvent[], characters: number, { history }: AppendOptions): boolean {
  return history !== 'keep' && characters <= smallCharacters && events.every(mayErase);
}

/** Whether an event may clear or replace something. */
function mayErase(event: LogEvent): boolean {
  if (event.type === 'permission_answered') return true;
  const change = changeOf(event);
  return change !== undefined && change.type !== 'chunk';
}
