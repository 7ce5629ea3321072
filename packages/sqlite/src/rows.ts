import { createHash } from 'node:crypto';
import type { LogEntry } from '@emend/acp/log';
import { LogError } from '@emend/acp/log';
import type { ListQuestion, LogEdit } from '@emend/acp/log/store';
import { eventOfText, folderOf, type SessionFacts, textOfEvent } from '@emend/acp/log/store';
import { checksum, checksumLength } from './checksum.ts';
import type { Database, Engine, SqliteValue, Statement } from './engine.ts';
import { type EntryReader, type EntryRow, entryReader, live } from './entry-reader.ts';

/** A session as the listing finds it. */
export interface ListedSession {
  readonly number: number;
  readonly created: number;
}

interface PlacedRow {
  readonly rowid: number;
  readonly revision: number;
  readonly bytes: number;
}

/** How many rows one statement inserts, and the columns of each. */
const together = 32;
const columns = 5;

/** Where the facts of a session stand among its entries. */
export const factsPosition = -1;

/** Stands in for the hashes of a session that was deleted; no hash is negative. */
const hidden = -1;

/** The most that is erased of a deleted session at once, so that neither the event loop nor other processes wait for long. */
const slice = { rows: 1_000, bytes: 2 * 1024 * 1024 };

const entryBytes = 'ifnull(length(CAST(text AS BLOB)), 0)';

/** Reads and writes the rows of an open file; knows no transactions. */
export class Rows {
  readonly #database: Database;
  readonly #entries: EntryReader;
  readonly #statements = new Map<string, Statement>();
  readonly #insert: Statement;
  readonly #insertMany: Statement;
  /** Values of rows that are yet to be inserted: many at once cost half of one by one. */
  #pending: SqliteValue[] = [];
  /** Bytes blanked since the count was last stored. */
  #dead = 0;

  constructor(database: Database, engine: Engine) {
    this.#database = database;
    this.#entries = entryReader(database, engine);
    this.#insert = database.prepare('INSERT INTO entries (session, seq, revision, at, text) VALUES (?, ?, ?, ?, ?)');
    const rows = Array(together).fill('(?, ?, ?, ?, ?)').join(', ');
    this.#insertMany = database.prepare(`INSERT INTO entries (session, seq, revision, at, text) VALUES ${rows}`);
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Changes whenever another connection has committed. */
  dataVersion(): number {
    return (this.#prepare('PRAGMA data_version').get() as { data_version: number }).data_version;
  }

  findSession(sessionId: string): number | undefined {
    return this.#numbersOf(sessionId).find((number) => this.factsOf(number).sessionId === sessionId);
  }

  /** As {@link Rows.findSession}; a session whose id cannot be read for damage is found by the hash of it. */
  findDamagedSession(sessionId: string): number | undefined {
    return this.#numbersOf(sessionId).find((number) => (this.#nameOf(number) ?? sessionId) === sessionId);
  }

  #numbersOf(sessionId: string): number[] {
    const found = this.#prepare('SELECT number FROM sessions WHERE id_hash = ?').all(hashOf(sessionId));
    return (found as { number: number }[]).map(({ number }) => number);
  }

  /** The id of a session, if it can be read. */
  #nameOf(number: number): string | undefined {
    try {
      return this.factsOf(number).sessionId;
    } catch (error) {
      if (error instanceof LogError) return undefined;
      throw error;
    }
  }

  addSession(facts: SessionFacts): number {
    const { sessionId, cwd, createdAt } = facts;
    const sql = 'INSERT INTO sessions (id_hash, cwd_hash, created) VALUES (?, ?, ?) RETURNING number';
    const { number } = this.#prepare(sql).get(hashOf(sessionId), hashOf(folderOf(cwd)), createdAt) as {
      number: number;
    };
    this.#insert.run(
      number,
      factsPosition,
      0,
      createdAt,
      sealed(number, factsPosition, createdAt, JSON.stringify(facts)),
    );
    return number;
  }

  /** The facts of a session that is there. */
  factsOf(number: number): SessionFacts {
    const [row] = this.#entries(number, factsPosition, factsPosition, 1);
    const text = row === undefined ? undefined : unsealed(number, row);
    if (text !== undefined) return JSON.parse(text) as SessionFacts;
    throw new LogError('corrupt', `The folder and title of session number ${number} are damaged.`);
  }

  setFacts(number: number, facts: SessionFacts): void {
    this.#put(number, factsPosition, facts.createdAt, JSON.stringify(facts));
  }

  listSessions({ cwd, after, limit }: ListQuestion): ListedSession[] {
    const where = [
      `id_hash <> ${hidden}`,
      ...(cwd === undefined ? [] : ['cwd_hash = ?']),
      ...(after === undefined ? [] : ['(created, number) < (?, ?)']),
    ];
    const sql = `SELECT number, created FROM sessions WHERE ${where.join(' AND ')}
      ORDER BY created DESC, number DESC LIMIT ?`;
    const values = [
      ...(cwd === undefined ? [] : [hashOf(cwd)]),
      ...(after === undefined ? [] : [after.createdAt, after.rank]),
    ];
    return this.#prepare(sql).all(...values, limit) as ListedSession[];
  }

  /** Takes a session out of sight; what it holds is left to {@link Rows.eraseHidden}. */
  hideSession(number: number): void {
    this.#insertPending();
    this.#blankAll('session = ? AND seq = ?', number, factsPosition);
    this.#prepare(`UPDATE sessions SET id_hash = ${hidden}, cwd_hash = ${hidden} WHERE number = ?`).run(number);
  }

  /** A session that is out of sight and not erased yet. */
  hiddenSession(): number | undefined {
    const sql = `SELECT number FROM sessions WHERE id_hash = ${hidden} LIMIT 1`;
    return (this.#prepare(sql).get() as { number: number } | undefined)?.number;
  }

  /** Blanks a slice of what a hidden session holds; gives the position to go on at, or undefined if that was all. */
  eraseHidden(number: number, from: number): number | undefined {
    // What is blank already is passed over: a slice that had to be given up is begun anew from the start of the session.
    const sql = `SELECT seq, octet_length(text) AS bytes FROM entries
      WHERE session = ? AND seq >= ? AND ${live} ORDER BY seq LIMIT ?`;
    const rows = this.#prepare(sql).all(number, from, slice.rows) as { seq: number; bytes: number | null }[];
    const last = rows[lastOfSlice(rows)];
    if (last !== undefined) this.#blankAll('session = ? AND seq BETWEEN ? AND ?', number, from, last.seq);
    if (last !== undefined && (last !== rows.at(-1) || rows.length === slice.rows)) return last.seq + 1;
    this.#prepare('DELETE FROM sessions WHERE number = ?').run(number);
    return undefined;
  }

  /** The position after the last entry, and its time. */
  endOf(number: number): { readonly next: number; readonly at: number | undefined } {
    this.#insertPending();
    // Damage can make text of a number, which libsql would read as it reads text.
    const time = "iif(typeof(at) IN ('integer', 'real'), CAST(at AS REAL), NULL)";
    const sql = `SELECT seq, ${time} AS at FROM entries WHERE session = ? AND seq >= 0 ORDER BY seq DESC LIMIT 1`;
    const row = this.#prepare(sql).get(number) as { seq: number; at: number | null } | undefined;
    if (row === undefined) return { next: 0, at: undefined };
    if (row.at === null || Number.isNaN(new Date(row.at).getTime())) throw this.#damaged(number, row.seq);
    return { next: row.seq + 1, at: row.at };
  }

  /** Appends an entry; it is in the file by the time something is read or stored through this object. */
  append(number: number, position: number, at: number, text: string): void {
    this.#pending.push(number, position, 0, at, sealed(number, position, at, text));
    if (this.#pending.length === together * columns) {
      this.#insertMany.run(...this.#pending);
      this.#pending = [];
    }
  }

  #insertPending(): void {
    for (let from = 0; from < this.#pending.length; from += columns) {
      this.#insert.run(...this.#pending.slice(from, from + columns));
    }
    if (this.#pending.length > 0) this.#pending = [];
  }

  /** At most `limit` entries from a position on. */
  read(number: number, from: number, limit: number): LogEntry[] {
    this.#insertPending();
    const rows = this.#entries(number, Math.max(from, 0), Number.MAX_SAFE_INTEGER, limit);
    return rows.map((row) => this.#entryOf(number, row));
  }

  /** The entry at a position. */
  at(number: number, position: number): LogEntry[] {
    this.#insertPending();
    return this.#entries(number, position, position, 1).map((row) => this.#entryOf(number, row));
  }

  #entryOf(number: number, row: EntryRow): LogEntry {
    const text = unsealed(number, row);
    if (text === undefined) throw this.#damaged(number, row.seq);
    return { position: row.seq, at: row.at, event: eventOfText(text) };
  }

  #damaged(number: number, position: number): LogError {
    const name = this.#nameOf(number);
    const session = name === undefined ? `session number ${number}` : `session ${JSON.stringify(name)}`;
    return new LogError('corrupt', `Entry ${position} of ${session} is damaged.`);
  }

  edit(number: number, { put, remove }: LogEdit): void {
    this.#insertPending();
    for (const { position, at, event } of put) this.#put(number, position, at, textOfEvent(event));
    this.#blankAll('session = ? AND seq IN (SELECT value FROM json_each(?))', number, JSON.stringify(remove));
  }

  #blankAll(where: string, ...values: readonly SqliteValue[]): void {
    const sum = this.#prepare(`SELECT total(${entryBytes}) AS bytes FROM entries WHERE ${where} AND ${live}`);
    this.#dead += (sum.get(...values) as { bytes: number }).bytes;
    const blank = `substr(replace(hex(zeroblob((${entryBytes} + 1) / 2)), '0', ' '), 1, ${entryBytes})`;
    this.#prepare(`UPDATE entries SET text = ${blank} WHERE ${where} AND ${live}`).run(...values);
  }

  #placed(number: number, position: number): PlacedRow | undefined {
    const sql = `SELECT rowid, revision, ${entryBytes} AS bytes FROM entries WHERE session = ? AND seq = ? AND ${live}`;
    return this.#prepare(sql).get(number, position) as PlacedRow | undefined;
  }

  #put(number: number, position: number, at: number, plain: string): void {
    const row = this.#placed(number, position);
    if (row === undefined) return;
    const text = sealed(number, position, at, plain);
    const spare = row.bytes - Buffer.byteLength(text);
    if (spare >= 0) {
      this.#overwrite(row, text + ' '.repeat(spare));
      return;
    }
    this.#blank(row);
    this.#insert.run(number, position, row.revision + 1, at, text);
  }

  #blank(row: PlacedRow): void {
    this.#overwrite(row, ' '.repeat(row.bytes));
    this.#dead += row.bytes;
  }

  #overwrite({ rowid }: PlacedRow, text: string): void {
    this.#prepare('UPDATE entries SET text = ? WHERE rowid = ?').run(text, rowid);
  }

  /** Writes what is left to write before a commit, and how much space is taken by what was blanked. */
  finish(): void {
    this.#insertPending();
    if (this.#dead === 0) return;
    this.#prepare('UPDATE upkeep SET dead_bytes = dead_bytes + ?').run(this.#dead);
    this.#dead = 0;
  }

  /** Forgets what is left to write: the transaction has failed. */
  forget(): void {
    this.#pending = [];
    this.#dead = 0;
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

/** A text with a checksum before it, which also covers its place: SQLite does not notice a damaged row by itself. */
function sealed(number: number, position: number, at: number, text: string): string {
  return checksum(`${number} ${position} ${at} ${text}`) + text;
}

/** The text that was sealed; undefined if it is damaged. */
function unsealed(number: number, { seq, at, text }: EntryRow): string | undefined {
  if (typeof text !== 'string') return undefined;
  // What was overwritten by something shorter ends in spaces.
  const plain = text.slice(checksumLength).trimEnd();
  return checksum(`${number} ${seq} ${at} ${plain}`) === text.slice(0, checksumLength) ? plain : undefined;
}

/** 48 bits of a hash, which every engine reads as a number. */
function hashOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6);
}
