import { type LogEntry, LogError, type SessionRecord } from '@emend/acp/log';
import {
  eventOfText,
  folderOf,
  type ListQuestion,
  type LogEdit,
  recordOf,
  type SessionFacts,
  textOfEvent,
} from '@emend/acp/log/store';
import type { Connection, Row } from './connection.ts';
import { keyOf } from './key.ts';
import type { Tables } from './schema.ts';

/** A session as its row tells it. */
export interface SessionRow {
  readonly number: number;
  readonly next: number;
  readonly created: number;
  readonly lastAt: number | undefined;
  readonly facts: SessionFacts;
}

/** A session as a list tells it, or the error if its row is damaged. */
export interface ListedSession {
  readonly number: number;
  readonly created: number;
  readonly record: SessionRecord | LogError;
}

/** One event to be inserted. */
export interface NewRow {
  readonly position: number;
  readonly at: number;
  readonly text: string;
}

/** The queries on the tables of one log; they know no transactions. */
export class Rows {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async insertSession(connection: Connection, facts: SessionFacts): Promise<void> {
    const sql = `INSERT INTO ${this.#tables.sessions} (id_key, cwd_key, created, facts) VALUES ($1, $2, $3, $4)`;
    const keys = [keyOf(facts.sessionId), keyOf(folderOf(facts.cwd))];
    await connection.query(sql, [...keys, facts.createdAt, JSON.stringify(facts)]);
  }

  /** Whether a session stands as a transaction has written it. */
  async isSessionOf(connection: Connection, transaction: string, sessionId: string): Promise<boolean> {
    const sql = `SELECT 1 FROM ${this.#tables.sessions} WHERE id_key = $2 AND xmin = $1::xid8::xid`;
    return (await connection.query(sql, [transaction, keyOf(sessionId)])).rows.length > 0;
  }

  /** Whether an event stands as a transaction has written it; what it says may have been erased in the same one. */
  async isEntryOf(connection: Connection, transaction: string, number: number, row: NewRow): Promise<boolean> {
    const sql = `SELECT 1 FROM ${this.#tables.entries} WHERE session = $2 AND seq = $3 AND at = $4 AND xmin = $1::xid8::xid`;
    return (await connection.query(sql, [transaction, number, row.position, row.at])).rows.length > 0;
  }

  async find(connection: Connection, sessionId: string): Promise<SessionRow | undefined> {
    return this.#session(connection, sessionId, '');
  }

  /** Finds a session and keeps others from changing it until the transaction ends. */
  async lock(connection: Connection, sessionId: string): Promise<SessionRow | undefined> {
    return this.#session(connection, sessionId, 'FOR UPDATE');
  }

  async #session(connection: Connection, sessionId: string, lock: string): Promise<SessionRow | undefined> {
    const sql = `SELECT ${sessionColumns} FROM ${this.#tables.sessions} WHERE id_key = $1 ${lock}`;
    const { rows } = await connection.query(sql, [keyOf(sessionId)]);
    return rows[0] === undefined ? undefined : sessionOf(rows[0]);
  }

  async list(connection: Connection, { cwd, after, limit }: ListQuestion): Promise<ListedSession[]> {
    const values: unknown[] = [limit];
    const where = ['id_key IS NOT NULL'];
    if (cwd !== undefined) where.push(`cwd_key = $${values.push(keyOf(cwd))}`);
    if (after !== undefined) {
      where.push(`(created, number) < ($${values.push(after.createdAt)}, $${values.push(after.rank)})`);
    }
    const sql = `SELECT ${sessionColumns} FROM ${this.#tables.sessions}
      WHERE ${where.join(' AND ')} ORDER BY created DESC, number DESC LIMIT $1`;
    return (await connection.query(sql, values)).rows.map(listedOf);
  }

  /** Takes a session out of sight, to be erased in parts; gives its number if there was one. */
  async hide(connection: Connection, sessionId: string): Promise<number | undefined> {
    const sql = `UPDATE ${this.#tables.sessions} SET id_key = NULL, facts = '' WHERE id_key = $1 RETURNING number`;
    const { rows } = await connection.query(sql, [keyOf(sessionId)]);
    return rows[0] === undefined ? undefined : Number(rows[0]['number']);
  }

  /** The numbers of the sessions that were hidden and are not erased yet. */
  async hidden(connection: Connection): Promise<number[]> {
    const { rows } = await connection.query(`SELECT number FROM ${this.#tables.sessions} WHERE id_key IS NULL`);
    return rows.map((row) => Number(row['number']));
  }

  /** Erases the next entries of a hidden session, and with the last of them the session; false if there was nothing left. */
  async eraseSome(connection: Connection, number: number, most: number): Promise<boolean> {
    const { sessions, entries } = this.#tables;
    const some = `SELECT seq FROM ${entries} WHERE session = $1 ORDER BY seq LIMIT $2`;
    const erased = await connection.query(`DELETE FROM ${entries} WHERE session = $1 AND seq IN (${some})`, [
      number,
      most,
    ]);
    if (erased.rowCount !== 0) return true;
    await connection.query(`DELETE FROM ${sessions} WHERE number = $1 AND id_key IS NULL`, [number]);
    return false;
  }

  async append(
    connection: Connection,
    session: SessionRow,
    rows: readonly NewRow[],
    facts: SessionFacts,
  ): Promise<void> {
    const last = rows.at(-1);
    if (last === undefined) return;
    await connection.query(
      `INSERT INTO ${this.#tables.entries} (session, seq, at, event)
       SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[])`,
      [session.number, rows.map(({ position }) => position), rows.map(({ at }) => at), rows.map(({ text }) => text)],
    );
    await connection.query(
      `UPDATE ${this.#tables.sessions} SET next = $2, last_at = $3, facts = $4 WHERE number = $1`,
      [
        session.number,
        last.position + 1,
        last.at,
        facts === session.facts ? JSON.stringify(session.facts) : JSON.stringify(facts),
      ],
    );
  }

  /** Tells every process that listens how far a session goes now. */
  async notify(connection: Connection, channel: string, number: number, next: number): Promise<void> {
    await connection.query('SELECT pg_notify($1, $2)', [channel, `${number} ${next}`]);
  }

  async read(connection: Connection, number: number, from: number, limit?: number): Promise<LogEntry[]> {
    const sql = `SELECT seq, at, event FROM ${this.#tables.entries} WHERE session = $1 AND seq >= $2 ORDER BY seq LIMIT $3`;
    return (await connection.query(sql, [number, from, limit ?? null])).rows.map(entryOf);
  }

  async at(connection: Connection, number: number, positions: readonly number[]): Promise<LogEntry[]> {
    if (positions.length === 0) return [];
    const sql = `SELECT seq, at, event FROM ${this.#tables.entries} WHERE session = $1 AND seq = ANY($2) ORDER BY seq`;
    return (await connection.query(sql, [number, positions])).rows.map(entryOf);
  }

  async edit(connection: Connection, number: number, { put, remove }: LogEdit): Promise<void> {
    if (put.length > 0) {
      await connection.query(
        `UPDATE ${this.#tables.entries} AS entry SET event = edit.event
         FROM unnest($2::bigint[], $3::text[]) AS edit (seq, event) WHERE entry.session = $1 AND entry.seq = edit.seq`,
        [number, put.map(({ position }) => position), put.map(({ event }) => textOfEvent(event))],
      );
    }
    if (remove.length === 0) return;
    await connection.query(`DELETE FROM ${this.#tables.entries} WHERE session = $1 AND seq = ANY($2)`, [
      number,
      remove,
    ]);
  }

  /**
   * Makes the space of erased rows free to be overwritten; cannot run in a transaction. It waits for others that hold a lock that is in
   * its way, as another VACUUM or an index build does.
   */
  async vacuum(connection: Connection): Promise<void> {
    await connection.query(`VACUUM ${this.#tables.entries}, ${this.#tables.sessions}`);
  }
}

const sessionColumns = 'number, next, created, last_at, facts';

function sessionOf(row: Row): SessionRow {
  const number = Number(row['number']);
  return {
    number,
    next: Number(row['next']),
    created: Number(row['created']),
    lastAt: row['last_at'] === null ? undefined : Number(row['last_at']),
    facts: factsOf(number, row['facts']),
  };
}

function listedOf(row: Row): ListedSession {
  const place = { number: Number(row['number']), created: Number(row['created']) };
  try {
    const { facts, lastAt } = sessionOf(row);
    return { ...place, record: recordOf(facts, lastAt) };
  } catch (error) {
    return { ...place, record: error instanceof LogError ? error : damagedSession(place.number, error) };
  }
}

function factsOf(number: number, text: unknown): SessionFacts {
  try {
    const { sessionId, cwd, additionalDirectories, createdAt, ...more } = JSON.parse(String(text));
    const isWhole = typeof sessionId === 'string' && typeof cwd === 'string' && Array.isArray(additionalDirectories);
    if (isWhole && typeof createdAt === 'number') return { sessionId, cwd, additionalDirectories, createdAt, ...more };
  } catch (cause) {
    throw damagedSession(number, cause);
  }
  throw damagedSession(number);
}

function damagedSession(number: number, cause?: unknown): LogError {
  return new LogError('corrupt', `The row of session number ${number} is damaged.`, { cause });
}

function entryOf(row: Row): LogEntry {
  const position = Number(row['seq']);
  try {
    return { position, at: Number(row['at']), event: eventOfText(String(row['event'])) };
  } catch (cause) {
    throw new LogError('corrupt', `Entry ${position} of a session is damaged.`, { cause });
  }
}
