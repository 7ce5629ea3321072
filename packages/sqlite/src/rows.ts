import { createHash } from 'node:crypto';
import { type LogEntry, LogError } from '@emend/acp/log';
import {
  folderOf,
  type ListQuestion,
  type LogEdit,
  type NewEntry,
  type SessionFacts,
  type StoredSession,
  type StoreRows,
} from '@emend/acp/log/store';
import type { Database, Engine } from './engine.ts';
import { Entries } from './entries.ts';
import { live } from './entry-reader.ts';
import { failureOf } from './failure.ts';
import type { Added } from './room.ts';
import { hasPrincipals } from './schema.ts';
import { Statements } from './statements.ts';

/** Where the facts of a session stand among its entries. */
const factsPosition = -1;

/** Stands in for the hashes of a session that was deleted; no hash is negative. */
const hidden = -1;

/** The most that is erased of a deleted session at once, so that neither the event loop nor other processes wait for long. */
const slice = { rows: 1_000, bytes: 2 * 1024 * 1024 };

/** How many sessions are remembered between transactions. */
const mostKnown = 256;

interface KnownRow extends StoredSession {
  next: number;
  facts: SessionFacts;
}

/** The rows of an open file; knows no transactions. */
export class Rows implements StoreRows {
  readonly #path: string;
  readonly #database: Database;
  readonly #statements: Statements;
  readonly #entries: Entries;
  /** The sessions last locked: what they are is not read again as long as no other process has committed. */
  readonly #known = new Map<string, KnownRow>();
  #lastLocked: string | undefined;
  /** How far deleted sessions are erased, by number. */
  readonly #erasedTo = new Map<number, number>();
  #version: number;

  constructor(database: Database, engine: Engine, path: string) {
    this.#path = path;
    this.#database = database;
    this.#statements = new Statements(database);
    this.#entries = new Entries(database, engine, this.#statements);
    this.#version = this.dataVersion();
  }

  /** Changes whenever another connection has committed. */
  dataVersion(): number {
    return (this.#statements.get('PRAGMA data_version').get() as { data_version: number }).data_version;
  }

  /** Looks whether another connection has committed; to be called at the beginning of a transaction. */
  refresh(): void {
    this.#version = this.dataVersion();
    this.#entries.added = 0;
  }

  /** Returns what the open transaction has added so far. */
  added(): Added {
    return { characters: this.#entries.added, version: this.#version };
  }

  numberOf(sessionId: string): number | undefined {
    return this.#located(sessionId)?.number;
  }

  /** Ids are looked up by a hash, which two may share. */
  #located(sessionId: string): { readonly number: number; readonly facts: SessionFacts } | undefined {
    for (const number of this.#numbersOf(sessionId)) {
      const facts = this.#factsOf(number);
      if (facts.sessionId === sessionId) return { number, facts };
    }
    return undefined;
  }

  #numbersOf(sessionId: string): number[] {
    const found = this.#statements.get('SELECT number FROM sessions WHERE id_hash = ?').all(hashOf(sessionId));
    return (found as { number: number }[]).map(({ number }) => number);
  }

  /** Returns the id of a session, if it can be read. */
  #nameOf(number: number): string | undefined {
    try {
      return this.#factsOf(number).sessionId;
    } catch (error) {
      if (error instanceof LogError) return undefined;
      throw error;
    }
  }

  #factsOf(number: number): SessionFacts {
    const text = this.#entries.textAt(number, factsPosition);
    if (text !== undefined) return JSON.parse(text) as SessionFacts;
    throw new LogError('corrupt', `The folder and title of session number ${number} are damaged.`);
  }

  find(sessionId: string) {
    const located = this.#located(sessionId);
    if (located === undefined) return undefined;
    const last = this.#lastOf(located.number);
    return { ...located, next: (last?.position ?? -1) + 1, version: this.#version, lastAt: last?.at };
  }

  #lastOf(number: number): { readonly position: number; readonly at: number } | undefined {
    const last = this.#entries.last(number);
    if (last === undefined) return undefined;
    const { position, at } = last;
    if (at === undefined) throw this.#damaged(number, position);
    return { position, at };
  }

  #damaged(number: number, position: number): LogError {
    const name = this.#nameOf(number);
    const session = name === undefined ? `session number ${number}` : `session ${JSON.stringify(name)}`;
    return new LogError('corrupt', `Entry ${position} of ${session} is damaged.`);
  }

  list({ cwd, principal, after, limit }: ListQuestion) {
    const where = [
      `id_hash <> ${hidden}`,
      ...(cwd === undefined ? [] : ['cwd_hash = ?']),
      ...(after === undefined ? [] : ['(created, number) < (?, ?)']),
    ];
    const values = [
      ...(cwd === undefined ? [] : [hashOf(cwd)]),
      ...(after === undefined ? [] : [after.createdAt, after.number]),
    ];
    const sorted = 'ORDER BY createdAt DESC, number DESC LIMIT ?';
    const those = (more: readonly string[]): string =>
      `SELECT number, created AS createdAt FROM sessions WHERE ${[...where, ...more].join(' AND ')} ${sorted}`;
    // Each kind is in order in the index; a condition for both would have all of them read and sorted.
    const [own, common] = [those(['principal_hash = ?']), those(['principal_hash IS NULL'])];
    const found =
      principal === undefined || !hasPrincipals(this.#database)
        ? this.#statements.get(those([])).all(...values, limit)
        : this.#statements
            .get(`SELECT * FROM (${own}) UNION ALL SELECT * FROM (${common}) ${sorted}`)
            .all(...values, hashOf(principal), limit, ...values, limit, limit);
    return (found as { number: number; createdAt: number }[]).map(({ number, createdAt }) => ({
      number,
      createdAt,
      found: this.#listed(number),
    }));
  }

  #listed(number: number) {
    try {
      return { facts: this.#factsOf(number), lastAt: this.#lastOf(number)?.at };
    } catch (error) {
      const failure = failureOf(error, this.#path);
      if (failure.failure === 'corrupt') return failure;
      throw failure;
    }
  }

  read(number: number, from: number, limit: number): LogEntry[] {
    const range = { from, to: Number.MAX_SAFE_INTEGER, limit };
    return this.#entries.read(number, range, (position) => this.#damaged(number, position));
  }

  at(number: number, positions: readonly number[]): LogEntry[] {
    return positions.flatMap((at) =>
      this.#entries.read(number, { from: at, to: at, limit: 1 }, (position) => this.#damaged(number, position)),
    );
  }

  insert(facts: SessionFacts): number | undefined {
    const { sessionId, cwd, createdAt, principal } = facts;
    if (this.numberOf(sessionId) !== undefined) return undefined;
    const sql =
      'INSERT INTO sessions (id_hash, cwd_hash, principal_hash, created) VALUES (?, ?, ?, ?) RETURNING number';
    const owner = principal === undefined ? null : hashOf(principal);
    const values = [hashOf(sessionId), hashOf(folderOf(cwd)), owner, createdAt];
    const { number } = this.#statements.get(sql).get(...values) as { number: number };
    this.#entries.add(number, { position: factsPosition, at: createdAt, text: JSON.stringify(facts) });
    this.#keep({ number, next: 0, facts, version: this.#version });
    return number;
  }

  lock(sessionId: string): KnownRow | undefined {
    const known = this.#known.get(sessionId);
    this.#lastLocked = sessionId;
    if (known?.version === this.#version) return known;
    const found = this.find(sessionId);
    return found === undefined ? undefined : this.#keep(found);
  }

  #keep({ number, next, facts, version }: StoredSession): KnownRow {
    const session = { number, next, facts, version };
    const { sessionId } = facts;
    this.#lastLocked = sessionId;
    this.#known.delete(sessionId);
    const [oldest] = this.#known.keys();
    if (this.#known.size >= mostKnown && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(sessionId, session);
    return session;
  }

  append(session: KnownRow, entries: readonly NewEntry[], facts: SessionFacts): void {
    const { number } = session;
    if (facts !== session.facts) {
      this.#entries.put(number, { position: factsPosition, at: facts.createdAt, text: JSON.stringify(facts) });
    }
    for (let index = 0; index < entries.length; index++) this.#entries.add(number, entries[index] as NewEntry);
    session.next += entries.length;
    session.facts = facts;
  }

  edit(number: number, edit: LogEdit): void {
    this.#entries.edit(number, edit);
  }

  /** Takes a session out of sight and begins to erase it; returns its number if there was one, also if its id is damaged. */
  delete(sessionId: string): number | undefined {
    const number = this.#numbersOf(sessionId).find((each) => (this.#nameOf(each) ?? sessionId) === sessionId);
    this.#known.delete(sessionId);
    if (number === undefined) return undefined;
    this.#entries.blank('session = ? AND seq = ?', number, factsPosition);
    const sql = `UPDATE sessions SET id_hash = ${hidden}, cwd_hash = ${hidden}, principal_hash = ${hidden} WHERE number = ?`;
    this.#statements.get(sql).run(number);
    this.eraseHidden(number);
    return number;
  }

  /** Returns a session that is out of sight and not erased yet. */
  hiddenSession(): number | undefined {
    const sql = `SELECT number FROM sessions WHERE id_hash = ${hidden} LIMIT 1`;
    return (this.#statements.get(sql).get() as { number: number } | undefined)?.number;
  }

  /** Blanks a slice of what a hidden session holds. */
  eraseHidden(number: number): void {
    const from = this.#erasedTo.get(number) ?? factsPosition;
    // What is blank already is passed over: a slice that had to be given up is begun anew from the start of the session.
    const sql = `SELECT seq, octet_length(text) AS bytes FROM entries
      WHERE session = ? AND seq >= ? AND ${live} ORDER BY seq LIMIT ?`;
    const rows = this.#statements.get(sql).all(number, from, slice.rows) as { seq: number; bytes: number | null }[];
    const last = rows[lastOfSlice(rows)];
    if (last !== undefined) this.#entries.blank('session = ? AND seq BETWEEN ? AND ?', number, from, last.seq);
    if (last !== undefined && (last !== rows.at(-1) || rows.length === slice.rows)) {
      this.#erasedTo.set(number, last.seq + 1);
      return;
    }
    this.#statements.get('DELETE FROM sessions WHERE number = ?').run(number);
    this.#erasedTo.delete(number);
  }

  /** Writes what is left to write before a commit. */
  finish(): void {
    this.#entries.finish();
  }

  /** Forgets what is left to write and what is known of the session locked last: its change was rolled back alone. */
  forgetLast(): void {
    this.#entries.forget();
    this.#erasedTo.clear();
    if (this.#lastLocked !== undefined) this.#known.delete(this.#lastLocked);
  }

  /** Forgets what is left to write and what is known of sessions: the transaction has failed. */
  forget(): void {
    this.#entries.forget();
    this.#erasedTo.clear();
    this.#known.clear();
  }
}

/** The index of the row with which a slice has enough bytes, or of the last. */
function lastOfSlice(rows: readonly { readonly bytes: number | null }[]): number {
  let bytes = 0;
  const full = rows.findIndex((row) => {
    bytes += row.bytes ?? 0;
    return bytes >= slice.bytes;
  });
  return full === -1 ? rows.length - 1 : full;
}

/** 48 bits of a hash, which every engine reads as a number. */
function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}
