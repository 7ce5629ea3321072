import pg from 'pg';

/** Stores appends the plain way: each in its own transaction of six messages, which notifies; five connections serve all sessions. */
export class OwnTransactions {
  readonly #pool: pg.Pool;
  readonly #schema: string;

  constructor(url: string, schema: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 5 });
    this.#schema = schema;
  }

  /** Creates the tables and sessions with the numbers from 0 on. */
  async create(sessions: number): Promise<void> {
    const schema = this.#schema;
    await this.#pool.query(`CREATE SCHEMA ${schema};
      CREATE TABLE ${schema}.sessions (number bigint PRIMARY KEY, id_key bytea UNIQUE, next bigint NOT NULL, last_at bigint, facts text NOT NULL);
      CREATE TABLE ${schema}.entries (session bigint NOT NULL REFERENCES ${schema}.sessions ON DELETE CASCADE, seq bigint NOT NULL,
        at bigint NOT NULL, event text NOT NULL, PRIMARY KEY (session, seq));
      INSERT INTO ${schema}.sessions SELECT number, sha256(convert_to(number::text, 'UTF8')), 0, NULL, '{}'
        FROM generate_series(0, ${sessions - 1}) AS number`);
  }

  /** Stores one event at the position where its session must end; resolves when it survives a crash. */
  async append(session: number, expected: number, event: unknown): Promise<void> {
    const client = await this.#pool.connect();
    const { sessions, entries } = { sessions: `${this.#schema}.sessions`, entries: `${this.#schema}.entries` };
    try {
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_current_xact_id()::text AS id');
      const key = `sha256(convert_to($1, 'UTF8'))`;
      const { rows } = await client.query(
        `SELECT number, next, last_at, facts FROM ${sessions} WHERE id_key = ${key} FOR UPDATE`,
        [`${session}`],
      );
      if (Number(rows[0]?.next) !== expected) throw new Error('the session has moved');
      await client.query(
        `INSERT INTO ${entries} (session, seq, at, event) SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[])`,
        [session, [expected], [1], [JSON.stringify(event)]],
      );
      await client.query(`UPDATE ${sessions} SET next = $2, last_at = $3 WHERE number = $1`, [
        session,
        expected + 1,
        1,
      ]);
      await client.query('SELECT pg_notify($1, $2)', [`bench_${this.#schema}`, `${session} ${expected + 1}`]);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }
}
