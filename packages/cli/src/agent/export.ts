import { type ExportedMessage, exportSession, LogError, type SessionLog } from '@emend/acp/log';
import { present } from '@emend/acp/protocol';
import { Problem } from '../output/problem.ts';
import { writeOut } from '../output/standard-output.ts';

/** Writes a stored session to standard output as the messages that loading it would send, one per line; without an id, every session. */
export async function writeExport(log: SessionLog, sessionId: string | undefined): Promise<void> {
  const ids = sessionId === undefined ? await sessionIds(log) : [sessionId];
  // A stream is in one dialect: if one session needs November, all are written in it.
  const dialect = await neededDialect(log, ids);
  for (const id of ids)
    for (const message of await messagesOf(log, id, dialect)) await writeOut(`${JSON.stringify(message)}\n`);
}

async function sessionIds(log: SessionLog): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await log.list(present({ cursor }));
    for (const session of page.sessions) ids.push(session.sessionId);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return ids;
}

async function neededDialect(log: SessionLog, ids: readonly string[]): Promise<'november' | undefined> {
  if (ids.length < 2) return undefined;
  for (const id of ids) {
    const [first] = await messagesOf(log, id);
    if (first !== undefined && 'method' in first && first.method === 'session/resume') return 'november';
  }
  return undefined;
}

async function messagesOf(log: SessionLog, sessionId: string, dialect?: 'november'): Promise<ExportedMessage[]> {
  try {
    return await exportSession(log, sessionId, dialect);
  } catch (error) {
    throw error instanceof LogError ? new Problem(error.message) : error;
  }
}
