import { LogError } from '@emend/acp/log';
import { type Database, rollBack } from './engine.ts';

/** Marks a file as a session log: the letters `Emnd`. */
const applicationId = 0x456d_6e64;

/**
 * Each step brings a file from the version of its index to the next; steps are only ever added.
 *
 * Text stands in `entries` alone, and its rows are only ever appended or overwritten with text of the same length: then SQLite never
 * moves a row, so no copy of it stays behind in the free space of a page, where `secure_delete` does not reach. Hashes stand in for text
 * in the indexes for the same reason. The facts of a session are its entry -1.
 */
const migrations: readonly string[] = [
  `CREATE TABLE sessions (
     number INTEGER PRIMARY KEY AUTOINCREMENT,
     id_hash INTEGER NOT NULL,
     cwd_hash INTEGER NOT NULL,
     created INTEGER NOT NULL
   );
   CREATE INDEX sessions_by_id ON sessions (id_hash);
   CREATE INDEX sessions_by_time ON sessions (created, number);
   CREATE INDEX sessions_by_cwd ON sessions (cwd_hash, created, number);
   CREATE TABLE entries (
     session INTEGER NOT NULL,
     seq INTEGER NOT NULL,
     revision INTEGER NOT NULL,
     at INTEGER NOT NULL,
     text TEXT NOT NULL,
     PRIMARY KEY (session, seq, revision)
   );
   CREATE TABLE upkeep (dead_bytes INTEGER NOT NULL, is_moved INTEGER NOT NULL);
   INSERT INTO upkeep VALUES (0, 0);`,
  // A session that belongs to nobody has no hash.
  `ALTER TABLE sessions ADD COLUMN principal_hash INTEGER;
   CREATE INDEX sessions_by_principal ON sessions (principal_hash, created, number);
   CREATE INDEX sessions_by_cwd_and_principal ON sessions (cwd_hash, principal_hash, created, number);`,
];

/** The first version that knows whom sessions belong to; files of earlier ones can be read. */
const firstWithPrincipals = 2;

const pragma = (database: Database, name: string) =>
  Object.values((database.prepare(`PRAGMA ${name}`).get() ?? {}) as Record<string, unknown>)[0];

/** Migrates a file to the current version; throws without a change if it is newer or not a session log. */
export function migrate(database: Database, path: string): void {
  const version = readVersion(database, path);
  if (version === migrations.length) return;
  database.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have done it while this one waited.
    for (let step = readVersion(database, path); step < migrations.length; step++)
      database.exec(migrations[step] ?? '');
    database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}; COMMIT`);
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** Throws if a file cannot be read as it is. */
export function checkVersion(database: Database, path: string): void {
  if (readVersion(database, path) > 0) return;
  throw new LogError('read_only', `The session log ${path} is empty: open it once where it can be written.`);
}

/** Returns whether a file says whom its sessions belong to. One that is only read may be of an earlier version, in which they belong to nobody. */
export function hasPrincipals(database: Database): boolean {
  return Number(pragma(database, 'user_version')) >= firstWithPrincipals;
}

function readVersion(database: Database, path: string): number {
  const id = pragma(database, 'application_id');
  const version = Number(pragma(database, 'user_version'));
  const tables = database.prepare('SELECT count(*) AS tables FROM sqlite_master').get() as { tables: number };
  if (id !== applicationId) {
    if (tables.tables === 0) return 0;
    throw new LogError('corrupt', `${path} is an SQLite database, but not a session log.`);
  }
  if (version <= migrations.length) return version;
  const versions = `it has version ${version}, and this program knows ${migrations.length}`;
  throw new LogError('newer_version', `The session log ${path} was written by a newer version: ${versions}.`);
}
