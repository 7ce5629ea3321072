import type { SessionLog } from '@emend/acp/log';
import { openPostgresLog } from '@emend/postgres';
import { openSqliteLog } from '@emend/sqlite';

/** Opens a log in a file (`sqlite`) or on a server (`postgres`), as each of several processes does. */
export function openLog(kind: string, place: string, schema: string): Promise<SessionLog> {
  return kind === 'postgres' ? openPostgresLog(place, { schema }) : openSqliteLog(place);
}
