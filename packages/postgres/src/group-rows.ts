import { LogError } from '@emend/acp/log';
import type { NewEntry, PlainAppend } from '@emend/acp/log/store';
import type { Connection } from './connection.ts';
import { keyOf } from './key.ts';
import { listedOf, type RememberedSession, sessionColumns } from './row-reader.ts';
import type { Tables } from './schema.ts';

/** What is stored for one session of a group. */
export interface Growth extends PlainAppend {
  /** The session as it must still be. */
  readonly session: RememberedSession;
  /** The epoch in which this node owns the session; undefined if nodes do not share the log. */
  readonly epoch: number | undefined;
}

/** What the appends of a group have in common. */
interface Group {
  readonly channel: string;
  /** Marks what is stored, so that {@link GroupRows.stored} finds it. */
  readonly batch: string;
  /** The node whose lease must be valid; undefined if nodes do not share the log. */
  readonly node: string | undefined;
}

/** The queries that store appends to many sessions at once, on one connection. Each is a transaction of its own. */
export class GroupRows {
  readonly #tables: Tables;
  readonly #connection: Connection;

  constructor(tables: Tables, connection: Connection) {
    this.#tables = tables;
    this.#connection = connection;
  }

  /** Returns those of these sessions that are there, except for damaged ones: who asks for such a session alone is told what is wrong. */
  async find(sessionIds: readonly string[]): Promise<RememberedSession[]> {
    const text = `SELECT ${sessionColumns} FROM ${this.#tables.sessions} WHERE id_key = ANY($1)`;
    const { rows } = await this.#connection.query({ name: 'emend_find', text }, [sessionIds.map(keyOf)]);
    return rows.flatMap((row) => {
      const { found } = listedOf(row);
      return found instanceof LogError ? [] : [found];
    });
  }

  /**
   * Stores what is given for each session that ends where it is expected to end and that nobody else is changing; tells followers, and
   * returns the numbers of these sessions. Nothing is stored for a node that does not own the session or whose lease has run out.
   */
  async append({ channel, batch, node }: Group, growths: readonly Growth[]): Promise<number[]> {
    const { rows } = await this.#connection.query({ name: 'emend_append', text: appendSql(this.#tables) }, [
      channel,
      batch,
      numbers(growths, ({ session }) => session.number),
      numbers(growths, ({ session }) => session.next),
      numbers(growths, ({ session, entries }) => session.next + entries.length),
      numbers(growths, ({ entries }) => (entries.at(-1) as NewEntry).at),
      `{${growths.map(({ session }) => session.seal).join()}}`,
      // JSON has no line breaks outside of strings, where they are escaped.
      growths.map(({ session, facts }) => (facts === session.facts ? '' : JSON.stringify(facts))).join('\n'),
      `{${growths.map(({ session, entries }) => Array(entries.length).fill(session.number)).join()}}`,
      `{${growths.map(({ entries }) => entries.map(({ position }) => position)).join()}}`,
      `{${growths.map(({ entries }) => entries.map(({ at }) => at)).join()}}`,
      growths.map(({ entries }) => entries.map(({ text }) => text).join('\n')).join('\n'),
      node ?? null,
      `{${growths.map(({ epoch }) => epoch ?? 'NULL').join()}}`,
    ]);
    return String(rows[0]?.['grown'] ?? '')
      .split(',')
      .filter((number) => number !== '')
      .map(Number);
  }

  /** Returns the numbers of the sessions for which a batch has stored what is given, however long ago. */
  async stored(batch: string, growths: readonly Growth[]): Promise<number[]> {
    const sql = `SELECT entry.session FROM ${this.#tables.entries} AS entry
      JOIN unnest($2::bigint[], $3::bigint[]) AS given (session, next)
      ON entry.session = given.session AND entry.seq = given.next - 1 WHERE entry.batch = $1`;
    const { rows } = await this.#connection.query(sql, [
      batch,
      numbers(growths, ({ session }) => session.number),
      numbers(growths, ({ session, entries }) => session.next + entries.length),
    ]);
    return rows.map((row) => Number(row['session']));
  }
}

/** An array in PostgreSQL's own form. */
function numbers(growths: readonly Growth[], numberOf: (growth: Growth) => number): string {
  return `{${growths.map(numberOf).join()}}`;
}

/**
 * A session that somebody has locked is left out, since all the others would wait for it. Locking only what is free also means that two
 * groups of two processes never wait for each other.
 */
function appendSql({ sessions, entries, nodes }: Tables): string {
  return `WITH given AS (
      SELECT * FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $14::bigint[], string_to_array($8, E'\\n'))
      AS given (number, expected, next, last_at, seal, epoch, facts)
      WHERE $13::text IS NULL OR EXISTS (SELECT FROM ${nodes} WHERE node = $13 AND until > now())
    ), locked AS (
      SELECT session.number FROM ${sessions} AS session JOIN given ON given.number = session.number
      WHERE session.next = given.expected AND session.id_key IS NOT NULL AND hashtextextended(session.facts, 0) = given.seal
      AND (given.epoch IS NULL OR session.owner_epoch = given.epoch)
      FOR UPDATE OF session SKIP LOCKED
    ), grown AS (
      UPDATE ${sessions} AS session
      SET next = given.next, last_at = given.last_at, facts = COALESCE(NULLIF(given.facts, ''), session.facts)
      FROM given JOIN locked ON locked.number = given.number
      WHERE session.number = given.number AND session.next = given.expected
      RETURNING session.number, session.next
    ), added AS (
      INSERT INTO ${entries} (session, seq, at, event, batch)
      SELECT entry.session, entry.seq, entry.at, entry.event, CASE WHEN entry.seq = grown.next - 1 THEN $2::bigint END
      FROM unnest($9::bigint[], $10::bigint[], $11::bigint[], string_to_array($12, E'\\n')) AS entry (session, seq, at, event)
      JOIN grown ON grown.number = entry.session
    )
    SELECT string_agg(number::text, ',') AS grown, pg_notify($1, string_agg(number::text, ','))
    FROM grown HAVING count(*) > 0`;
}
