import { LogError } from '@emend/acp/log';
import pg from 'pg';
import type { Connection } from './connection.ts';

/** The quoted names of a log's schema and tables. */
export interface Tables {
  readonly schema: string;
  readonly sessions: string;
  readonly entries: string;
  readonly nodes: string;
}

/** Returns the names of the tables in a schema. */
export function tablesIn(schema: string): Tables {
  const name = pg.escapeIdentifier(schema);
  return { schema: name, sessions: `${name}.sessions`, entries: `${name}.entries`, nodes: `${name}.nodes` };
}

/**
 * Each step brings the tables from the version of its index to the next; steps are only ever added.
 *
 * Events are `text` and not `jsonb`, which would change the order of keys and the spelling of numbers.
 */
const migrations: readonly ((tables: Tables) => string)[] = [
  ({ sessions, entries }) => `
    CREATE TABLE ${sessions} (
      number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      session_id text NOT NULL UNIQUE,
      cwd text NOT NULL,
      created bigint NOT NULL,
      next bigint NOT NULL DEFAULT 0,
      last_at bigint,
      facts text NOT NULL
    );
    CREATE INDEX sessions_by_time ON ${sessions} (created, number);
    CREATE INDEX sessions_by_cwd ON ${sessions} (cwd, created, number);
    CREATE TABLE ${entries} (
      session bigint NOT NULL REFERENCES ${sessions} ON DELETE CASCADE,
      seq bigint NOT NULL,
      at bigint NOT NULL,
      event text NOT NULL,
      PRIMARY KEY (session, seq)
    );`,
  // Ids and folders are looked up by a digest: an index takes no long text, and text neither a NUL nor half of a surrogate pair. What
  // they are stands in the facts. A session without a key is deleted, and what is left of it is being erased.
  ({ sessions }) => `
    ALTER TABLE ${sessions} ADD COLUMN id_key bytea UNIQUE, ADD COLUMN cwd_key bytea;
    UPDATE ${sessions} SET id_key = sha256(convert_to(session_id, 'UTF8')), cwd_key = sha256(convert_to(cwd, 'UTF8'));
    ALTER TABLE ${sessions} ALTER COLUMN cwd_key SET NOT NULL, DROP COLUMN session_id, DROP COLUMN cwd;
    CREATE INDEX sessions_by_cwd ON ${sessions} (cwd_key, created, number);
    CREATE INDEX sessions_deleted ON ${sessions} (number) WHERE id_key IS NULL;`,
  // The last entry of what was appended together has the mark of that, by which a writer whose connection was lost knows its own. Every
  // append changes the row of its session, for which there is room on the page. The reference to the session cost a look-up an entry:
  // entries are only ever added to a session that is locked.
  // Nodes that share the sessions have a lease each; an epoch tells a session's owner from earlier ones.
  ({ sessions, entries, nodes }) => `
    ALTER TABLE ${entries} ADD COLUMN batch bigint, DROP CONSTRAINT entries_session_fkey;
    ALTER TABLE ${sessions} SET (fillfactor = 70);
    ALTER TABLE ${sessions} ADD COLUMN owner text, ADD COLUMN owner_epoch bigint NOT NULL DEFAULT 0, ADD COLUMN place text;
    CREATE TABLE ${nodes} (node text PRIMARY KEY, url text, labels text[] NOT NULL, until timestamptz NOT NULL);`,
  // Whoever can read the database can do everything, so that a secret for nodes alone is safe there.
  ({ nodes }) => `ALTER TABLE ${nodes} ADD COLUMN key text;`,
  // A session that belongs to nobody has an empty key, which is that of no principal.
  ({ sessions }) => `
    ALTER TABLE ${sessions} ADD COLUMN principal_key bytea NOT NULL DEFAULT '';
    CREATE INDEX sessions_by_principal ON ${sessions} (principal_key, created, number);
    CREATE INDEX sessions_by_cwd_and_principal ON ${sessions} (cwd_key, principal_key, created, number);`,
];

/** Migrates the tables to the current version, one process at a time; throws without a change if they are newer. */
export async function migrate(connection: Connection, tables: Tables): Promise<void> {
  // Any number will do as long as it is ours: processes that start together wait for each other here.
  await connection.query(`SELECT pg_advisory_xact_lock(${0x456d6e64})`);
  await connection.query(`CREATE SCHEMA IF NOT EXISTS ${tables.schema}`);
  await connection.query(`CREATE TABLE IF NOT EXISTS ${tables.schema}.version (version integer NOT NULL)`);
  const found = await connection.query(`SELECT version FROM ${tables.schema}.version`);
  const version = Number(found.rows[0]?.['version'] ?? 0);
  if (version > migrations.length) {
    const versions = `they have version ${version}, and this program knows ${migrations.length}`;
    throw new LogError('newer_version', `The tables in ${tables.schema} were made by a newer version: ${versions}.`);
  }
  if (version === migrations.length) return;
  for (const step of migrations.slice(version)) await connection.query(step(tables));
  await connection.query(`DELETE FROM ${tables.schema}.version`);
  await connection.query(`INSERT INTO ${tables.schema}.version VALUES (${migrations.length})`);
}
