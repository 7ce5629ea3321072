import { closeSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, onTestFinished } from 'vitest';
import { openPostgresLog, type PostgresLog, type PostgresLogOptions } from '../postgres-log.ts';
import { startServer, type TestServer } from './server.ts';

const started = await startServer({ mayInstall: true });
if (typeof started === 'string' && isFirstToSay()) {
  process.stderr.write(`Tests on PostgreSQL are skipped: ${started}\n`);
}

/** Whether no other test file of the same run has said it. */
function isFirstToSay(): boolean {
  try {
    closeSync(openSync(join(tmpdir(), `emend-postgres-skipped-${process.ppid}`), 'wx'));
    return true;
  } catch {
    return false;
  }
}

/** The server of this test file, stopped after its last test; undefined where there can be none. */
export const server: TestServer | undefined = typeof started === 'string' ? undefined : started;

/** Where it is. */
export const serverUrl = server?.url ?? '';

afterAll(() => server?.stop());

let schemas = 0;

/** The name of a schema that no other test uses. */
export const newSchema = () => `test_${process.pid}_${++schemas}`;

/** A log in a schema, closed with the test. */
export async function opened(schema: string, options: PostgresLogOptions = {}, url = serverUrl): Promise<PostgresLog> {
  const log = await openPostgresLog(url, { schema, ...options });
  onTestFinished(() => log.close());
  return log;
}

/** A connection of the test's own, ended with it. */
export async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
