import type { LogEntry } from '@emend/acp/log';
import {
  type Changed,
  folderOf,
  type ListedSession,
  type ListQuestion,
  type LogEdit,
  type NewEntry,
  type SessionFacts,
  type StoreRows,
  textOfEvent,
} from '@emend/acp/log/store';
import type { Connection } from './connection.ts';
import type { Uncertain } from './group-appends.ts';
import { GroupRows } from './group-rows.ts';
import { keyOf } from './key.ts';
import { firstEpoch } from './node-ownership.ts';
import { entryOf, listedOf, type RememberedSession, type SessionRow, sessionColumns, sessionOf } from './row-reader.ts';
import type { Tables } from './schema.ts';

/** Stands in for the key of a principal in a session that belongs to nobody. */
const nobody = new Uint8Array();

const newestFirst = 'ORDER BY created DESC, number DESC LIMIT $1';

/** Options of {@link Rows}. */
interface RowsOptions {
  /** Called before a session is locked. */
  locking?(sessionId: string): void;
  /** Returns the node that owns the sessions that are created, and where they may be opened. */
  readonly creator?: (() => Promise<{ readonly node: string; readonly place: string | undefined }>) | undefined;
}

/** The queries on the tables of one log, on one connection; they know no transactions. */
export class Rows implements StoreRows {
  readonly #tables: Tables;
  readonly #connection: Connection;
  readonly #locking: (sessionId: string) => void;
  readonly #creator: RowsOptions['creator'];
  #created: { readonly sessionId: string; readonly node: string } | undefined;
  #appended: RememberedSession | undefined;

  constructor(tables: Tables, connection: Connection, { locking = () => {}, creator }: RowsOptions = {}) {
    this.#tables = tables;
    this.#connection = connection;
    this.#locking = locking;
    this.#creator = creator;
  }

  /** The session that was created for a node. */
  get created(): { readonly sessionId: string; readonly node: string } | undefined {
    return this.#created;
  }

  /** The session that was appended to last, as it is after that; undefined if its facts were changed. */
  get appended(): RememberedSession | undefined {
    return this.#appended;
  }

  async insert(facts: SessionFacts): Promise<number | undefined> {
    const sql = `INSERT INTO ${this.#tables.sessions} (id_key, cwd_key, principal_key, created, facts, owner, owner_epoch, place)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id_key) DO NOTHING RETURNING number`;
    const { sessionId, cwd, principal } = facts;
    const keys = [keyOf(sessionId), keyOf(folderOf(cwd)), principal === undefined ? nobody : keyOf(principal)];
    const { node = null, place = null } = (await this.#creator?.()) ?? {};
    const owner = [node, node === null ? 0 : firstEpoch, place];
    const { rows } = await this.#connection.query(sql, [...keys, facts.createdAt, JSON.stringify(facts), ...owner]);
    if (node !== null) this.#created = { sessionId, node };
    return rows[0] === undefined ? undefined : Number(rows[0]['number']);
  }

  /**
   * Whether a session that was created, or the last event that was appended, stands as a transaction has written it; false for other
   * changes. What the event says may have been erased in the same transaction.
   */
  async isWritten(transaction: string, { number, last, isNew }: Changed): Promise<boolean> {
    const { sessions, entries } = this.#tables;
    if (last === undefined && isNew !== true) return false;
    const [sql, values] =
      last === undefined
        ? [`SELECT 1 FROM ${sessions} WHERE number = $2`, []]
        : [`SELECT 1 FROM ${entries} WHERE session = $2 AND seq = $3 AND at = $4`, [last.position, last.at]];
    const found = await this.#connection.query(`${sql} AND xmin = $1::xid8::xid`, [transaction, number, ...values]);
    return found.rows.length > 0;
  }

  /** Whether appends were stored by a batch whose answer was lost. */
  async isOfBatch({ batch, growth }: Uncertain): Promise<boolean> {
    return (await new GroupRows(this.#tables, this.#connection).stored(batch, [growth])).length > 0;
  }

  async numberOf(sessionId: string): Promise<number | undefined> {
    return (await this.find(sessionId))?.number;
  }

  find(sessionId: string): Promise<SessionRow | undefined> {
    return this.#session(sessionId, '');
  }

  lock(sessionId: string): Promise<SessionRow | undefined> {
    this.#locking(sessionId);
    return this.#session(sessionId, 'FOR UPDATE');
  }

  async #session(sessionId: string, lock: string): Promise<SessionRow | undefined> {
    const sql = `SELECT ${sessionColumns} FROM ${this.#tables.sessions} WHERE id_key = $1 ${lock}`;
    const { rows } = await this.#connection.query(sql, [keyOf(sessionId)]);
    return rows[0] === undefined ? undefined : sessionOf(rows[0]);
  }

  async list(question: ListQuestion): Promise<ListedSession[]> {
    const { cwd, principal, after, limit } = question;
    if (principal !== undefined) return this.#listFor(principal, question);
    const values: unknown[] = [limit];
    const where = ['id_key IS NOT NULL'];
    if (cwd !== undefined) where.push(`cwd_key = $${values.push(keyOf(cwd))}`);
    if (after !== undefined) {
      where.push(`(created, number) < ($${values.push(after.createdAt)}, $${values.push(after.number)})`);
    }
    const sql = `SELECT ${sessionColumns} FROM ${this.#tables.sessions} WHERE ${where.join(' AND ')} ${newestFirst}`;
    return (await this.#connection.query(sql, values)).rows.map(listedOf);
  }

  /**
   * Lists the sessions of a principal and those of nobody. Each kind is in order in an index, of which no more than a page is read. With equal
   * signs PostgreSQL could take the index by time, and would read the sessions of all others where those of the principal are old.
   */
  async #listFor(principal: string, { cwd, after, limit }: ListQuestion): Promise<ListedSession[]> {
    const values: unknown[] = [limit];
    const before = after === undefined ? [] : [`$${values.push(after.createdAt)}`, `$${values.push(after.number)}`];
    const folder = cwd === undefined ? [] : [`$${values.push(keyOf(cwd))}`];
    const columns = [...folder.map(() => 'cwd_key'), 'principal_key'];
    const row = (...parts: readonly string[]): string => `ROW(${parts.join(', ')})`;
    const those = (key: Uint8Array): string => {
      const of = [...folder, `$${values.push(key)}`];
      const end =
        after === undefined
          ? `${row(...columns)} <= ${row(...of)}`
          : `${row(...columns, 'created', 'number')} < ${row(...of, ...before)}`;
      return `SELECT ${sessionColumns} FROM ${this.#tables.sessions}
        WHERE id_key IS NOT NULL AND ${row(...columns)} >= ${row(...of)} AND ${end}
        ORDER BY ${[...columns, 'created', 'number'].map((column) => `${column} DESC`).join(', ')} LIMIT $1`;
    };
    const sql = `(${those(keyOf(principal))}) UNION ALL (${those(nobody)}) ${newestFirst}`;
    return (await this.#connection.query(sql, values)).rows.map(listedOf);
  }

  /** Takes a session out of sight, to be erased in parts; gives its number if there was one. */
  async hide(sessionId: string): Promise<number | undefined> {
    const sql = `UPDATE ${this.#tables.sessions} SET id_key = NULL, facts = '' WHERE id_key = $1 RETURNING number`;
    const { rows } = await this.#connection.query(sql, [keyOf(sessionId)]);
    return rows[0] === undefined ? undefined : Number(rows[0]['number']);
  }

  /** The numbers of the sessions that were hidden and are not erased yet. */
  async hidden(): Promise<number[]> {
    const { rows } = await this.#connection.query(`SELECT number FROM ${this.#tables.sessions} WHERE id_key IS NULL`);
    return rows.map((row) => Number(row['number']));
  }

  /** Erases the next entries of a hidden session, and with the last of them the session; false if there was nothing left. */
  async eraseSome(number: number, most: number): Promise<boolean> {
    const { sessions, entries } = this.#tables;
    const some = `SELECT seq FROM ${entries} WHERE session = $1 ORDER BY seq LIMIT $2`;
    const erased = await this.#connection.query(`DELETE FROM ${entries} WHERE session = $1 AND seq IN (${some})`, [
      number,
      most,
    ]);
    if (erased.rowCount !== 0) return true;
    await this.#connection.query(`DELETE FROM ${sessions} WHERE number = $1 AND id_key IS NULL`, [number]);
    return false;
  }

  async append(session: SessionRow, entries: readonly NewEntry[], facts: SessionFacts): Promise<void> {
    const { number, facts: before } = session;
    const last = entries.at(-1);
    if (last === undefined) return;
    const columns = [
      entries.map(({ position }) => position),
      entries.map(({ at }) => at),
      entries.map(({ text }) => text),
    ];
    await this.#connection.query(
      `INSERT INTO ${this.#tables.entries} (session, seq, at, event)
       SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[])`,
      [number, ...columns],
    );
    const values = [number, last.position + 1, last.at];
    const [set, more] = facts === before ? ['', []] : [', facts = $4', [JSON.stringify(facts)]];
    const sql = `UPDATE ${this.#tables.sessions} SET next = $2, last_at = $3${set} WHERE number = $1`;
    await this.#connection.query(sql, [...values, ...more]);
    this.#appended = facts === before ? { ...session, next: last.position + 1 } : undefined;
  }

  /** Tells every process that listens that a session has changed. */
  async notify(channel: string, { number }: Changed): Promise<void> {
    await this.#connection.query('SELECT pg_notify($1, $2)', [channel, `${number}`]);
  }

  async read(number: number, from: number, limit: number): Promise<LogEntry[]> {
    const sql = `SELECT seq, at, event FROM ${this.#tables.entries} WHERE session = $1 AND seq >= $2 ORDER BY seq LIMIT $3`;
    return (await this.#connection.query(sql, [number, from, limit])).rows.map(entryOf);
  }

  async at(number: number, positions: readonly number[]): Promise<LogEntry[]> {
    const sql = `SELECT seq, at, event FROM ${this.#tables.entries} WHERE session = $1 AND seq = ANY($2) ORDER BY seq`;
    return (await this.#connection.query(sql, [number, positions])).rows.map(entryOf);
  }

  async edit(number: number, { put, remove }: LogEdit): Promise<void> {
    if (put.length > 0) {
      await this.#connection.query(
        `UPDATE ${this.#tables.entries} AS entry SET event = edit.event
         FROM unnest($2::bigint[], $3::text[]) AS edit (seq, event) WHERE entry.session = $1 AND entry.seq = edit.seq`,
        [number, put.map(({ position }) => position), put.map(({ event }) => textOfEvent(event))],
      );
    }
    if (remove.length === 0) return;
    await this.#connection.query(`DELETE FROM ${this.#tables.entries} WHERE session = $1 AND seq = ANY($2)`, [
      number,
      remove,
    ]);
  }

  /**
   * Makes the space of erased rows free to be overwritten; cannot run in a transaction. It waits for others that hold a lock that is in
   * its way, as another VACUUM or an index build does.
   */
  async vacuum(): Promise<void> {
    await this.#connection.query(`VACUUM ${this.#tables.entries}, ${this.#tables.sessions}`);
  }
}
