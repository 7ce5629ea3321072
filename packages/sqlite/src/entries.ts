import type { LogEntry, LogError } from '@emend/acp/log';
import { eventOfText, type LogEdit, type NewEntry, textOfEvent } from '@emend/acp/log/store';
import { checksum, checksumLength } from './checksum.ts';
import type { Database, Engine, SqliteValue, Statement } from './engine.ts';
import { type EntryReader, type EntryRow, entryReader, live } from './entry-reader.ts';
import type { Statements } from './statements.ts';

interface PlacedRow {
  readonly rowid: number;
  readonly revision: number;
  readonly bytes: number;
}

/** How many rows one statement inserts, and the columns of each. */
const together = 32;
const columns = 5;

const entryBytes = 'ifnull(length(CAST(text AS BLOB)), 0)';

/** The table of entries: texts with a checksum, which are overwritten in place and never moved. Knows no transactions. */
export class Entries {
  readonly #statements: Statements;
  readonly #read: EntryReader;
  readonly #insert: Statement;
  readonly #insertMany: Statement;
  /** Values of rows that are yet to be inserted: many at once cost half of one by one. */
  #pending: SqliteValue[] = [];
  /** Bytes blanked since the count was last stored. */
  #dead = 0;
  /** Characters of the rows that were added since this was last set to 0. */
  added = 0;

  constructor(database: Database, engine: Engine, statements: Statements) {
    this.#statements = statements;
    this.#read = entryReader(database, engine);
    this.#insert = database.prepare('INSERT INTO entries (session, seq, revision, at, text) VALUES (?, ?, ?, ?, ?)');
    const rows = Array(together).fill('(?, ?, ?, ?, ?)').join(', ');
    this.#insertMany = database.prepare(`INSERT INTO entries (session, seq, revision, at, text) VALUES ${rows}`);
  }

  /** Adds a row; it is in the file by the time something is read or stored through this object. */
  add(number: number, { position, at, text }: NewEntry): void {
    const stored = sealed(number, position, at, text);
    this.added += stored.length;
    this.#pending.push(number, position, 0, at, stored);
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

  /** Returns the text at a position; undefined if it is missing or damaged. */
  textAt(number: number, position: number): string | undefined {
    this.#insertPending();
    const [row] = this.#read(number, position, position, 1);
    return row === undefined ? undefined : unsealed(number, row);
  }

  /** Returns at most `limit` entries between two positions, both included; throws what `damaged` returns for the position of a damaged one. */
  read(
    number: number,
    { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
    damaged: (position: number) => LogError,
  ): LogEntry[] {
    this.#insertPending();
    return this.#read(number, Math.max(from, 0), to, limit).map((row) => {
      const text = unsealed(number, row);
      if (text === undefined) throw damaged(row.seq);
      return { position: row.seq, at: row.at, event: eventOfText(text) };
    });
  }

  /** Returns the last entry's position and time, which is undefined if it is damaged; undefined if there is no entry. */
  last(number: number): { readonly position: number; readonly at: number | undefined } | undefined {
    this.#insertPending();
    // Damage can make text of a number, which libsql would read as it reads text.
    const time = "iif(typeof(at) IN ('integer', 'real'), CAST(at AS REAL), NULL)";
    const sql = `SELECT seq, ${time} AS at FROM entries WHERE session = ? AND seq >= 0 ORDER BY seq DESC LIMIT 1`;
    const row = this.#statements.get(sql).get(number) as { seq: number; at: number | null } | undefined;
    if (row === undefined) return undefined;
    const isDamaged = row.at === null || Number.isNaN(new Date(row.at).getTime());
    return { position: row.seq, at: isDamaged ? undefined : (row.at ?? undefined) };
  }

  /** Replaces and blanks entries. */
  edit(number: number, { put, remove }: LogEdit): void {
    for (const { position, at, event } of put) this.put(number, { position, at, text: textOfEvent(event) });
    this.blank('session = ? AND seq IN (SELECT value FROM json_each(?))', number, JSON.stringify(remove));
  }

  /** Replaces the text at a position, if there is one. */
  put(number: number, { position, at, text: plain }: NewEntry): void {
    this.#insertPending();
    const row = this.#placed(number, position);
    if (row === undefined) return;
    const text = sealed(number, position, at, plain);
    const spare = row.bytes - Buffer.byteLength(text);
    if (spare >= 0) {
      this.#overwrite(row, text + ' '.repeat(spare));
      return;
    }
    this.#overwrite(row, ' '.repeat(row.bytes));
    this.#dead += row.bytes;
    this.added += text.length;
    this.#insert.run(number, position, row.revision + 1, at, text);
  }

  #placed(number: number, position: number): PlacedRow | undefined {
    const sql = `SELECT rowid, revision, ${entryBytes} AS bytes FROM entries WHERE session = ? AND seq = ? AND ${live}`;
    return this.#statements.get(sql).get(number, position) as PlacedRow | undefined;
  }

  #overwrite({ rowid }: PlacedRow, text: string): void {
    this.#statements.get('UPDATE entries SET text = ? WHERE rowid = ?').run(text, rowid);
  }

  /** Overwrites the rows that a condition selects with spaces. */
  blank(where: string, ...values: readonly SqliteValue[]): void {
    this.#insertPending();
    const sum = this.#statements.get(`SELECT total(${entryBytes}) AS bytes FROM entries WHERE ${where} AND ${live}`);
    this.#dead += (sum.get(...values) as { bytes: number }).bytes;
    const blank = `substr(replace(hex(zeroblob((${entryBytes} + 1) / 2)), '0', ' '), 1, ${entryBytes})`;
    this.#statements.get(`UPDATE entries SET text = ${blank} WHERE ${where} AND ${live}`).run(...values);
  }

  /** Writes what is left to write before a commit, and how much space is taken by what was blanked. */
  finish(): void {
    this.#insertPending();
    if (this.#dead === 0) return;
    this.#statements.get('UPDATE upkeep SET dead_bytes = dead_bytes + ?').run(this.#dead);
    this.#dead = 0;
  }

  /** Forgets what is left to write: the transaction has failed. */
  forget(): void {
    this.#pending = [];
    this.#dead = 0;
  }
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
