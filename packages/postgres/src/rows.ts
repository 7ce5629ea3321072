import {
  eventOfText,
  folderOf,
  type ListQuestion,
  type LogEdit,
  type LogEntry,
  LogError,
  type SessionFacts,
  textOfEvent,
} from '@emend/acp/log';
import type { Connection } from './connections.ts';
import type { Tables } from './schema.ts';

/** A session as its row tells it. */
export interface SessionRow {
  readonly number: number;
  readonly next: number;
  readonly created: number;
  readonly lastAt: number | undefined;
  readonly facts: SessionFacts;
}

/** One event to be inserted. */
export interface NewRow {
  readonly position: number;
  readonly at: number;
  readonly text: string;
}

/** How long a VACUUM waits for a lock, in milliseconds. */
const vacuumPatience = 200;

/** The queries on the tables of one log; they know no transactions. */
export class Rows {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async insertSession(connection: Connection, facts: SessionFacts): Promise<void> {
    if (hasNul(facts.sessionId) || hasNul(facts.cwd))
      throw new LogError('unavailable', 'PostgreSQL keeps no NUL in the id or the folder of a session.');
    const sql = `INSERT INTO ${this.#tables.sessions} (session_id, cwd, created, facts) VALUES ($1, $2, $3, $4)`;
    await connection.query(sql, [facts.sessionId, folderOf(facts.cwd), facts.createdAt, JSON.stringify(facts)]);
  }

  /** Whether a session stands as a transaction has written it. */
  async isSessionOf(connection: Connection, transaction: string, sessionId: string): Promise<boolean> {
    const sql = `SELECT 1 FROM ${this.#tables.sessions} WHERE session_id = $2 AND xmin = $1::xid8::xid`;
    return (await connection.query(sql, [transaction, sessionId])).rows.length > 0;
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
    if (hasNul(sessionId)) return undefined;
    const sql = `SELECT ${sessionColumns} FROM ${this.#tables.sessions} WHERE session_id = $1 ${lock}`;
    const { rows } = await connection.query(sql, [sessionId]);
    return rows[0] === undefined ? undefined : sessionOf(rows[0]);
  }

  async list(connection: Connection, { cwd, after, limit }: ListQuestion): Promise<SessionRow[]> {
    if (cwd !== undefined && hasNul(cwd)) return [];
    const values: unknown[] = [limit];
    const where: string[] = [];
    if (cwd !== undefined) where.push(`cwd = $${values.push(cwd)}`);
    if (after !== undefined) {
      where.push(`(created, number) < ($${values.push(after.createdAt)}, $${values.push(after.rank)})`);
    }
    const sql = `SELECT ${sessionColumns} FROM ${this.#tables.sessions}
      ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`} ORDER BY created DESC, number DESC LIMIT $1`;
    return (await connection.query(sql, values)).rows.map(sessionOf);
  }

  /** Erases a session; gives its number if there was one. */
  async erase(connection: Connection, sessionId: string): Promise<number | undefined> {
    if (hasNul(sessionId)) return undefined;
    const sql = `DELETE FROM ${this.#tables.sessions} WHERE session_id = $1 RETURNING number`;
    const { rows } = await connection.query(sql, [sessionId]);
    return rows[0] === undefined ? undefined : Number(rows[0].number);
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
   * Makes the space of erased rows free to be overwritten; cannot run in a transaction. While others hold a lock that is in its way,
   * as another VACUUM or an index build does, it fails as `locked`.
   */
  async vacuum(connection: Connection): Promise<void> {
    await connection.query(`SET lock_timeout = ${vacuumPatience}`);
    await connection.query(`VACUUM ${this.#tables.entries}, ${this.#tables.sessions}`);
  }
}

/** PostgreSQL has no text with this character in it, so nothing of that name is there. */
function hasNul(text: string): boolean {
  return text.includes('\0');
}

const sessionColumns = 'number, next, created, last_at, facts';

function sessionOf(row: Record<string, string | null>): SessionRow {
  return {
    number: Number(row['number']),
    next: Number(row['next']),
    created: Number(row['created']),
    lastAt: row['last_at'] === null ? undefined : Number(row['last_at']),
    facts: JSON.parse(row['facts'] ?? '') as SessionFacts,
  };
}

function entryOf(row: Record<string, string>): LogEntry {
  return { position: Number(row['seq']), at: Number(row['at']), event: eventOfText(row['event'] ?? '') };
}
