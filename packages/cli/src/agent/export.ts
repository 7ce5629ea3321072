import { exportSession, LogError, type SessionLog } from '@emend/acp/log';
import { present } from '@emend/acp/protocol';
import { Problem } from '../output/problem.ts';
import { writeOut } from '../output/standard-output.ts';

/** Writes a stored session to standard output as the messages that loading it would send, one per line; without an id, every session. */
export async function writeExport(log: SessionLog, sessionId: string | undefined): Promise<void> {
  if (sessionId !== undefined) return writeSession(log, sessionId);
  let cursor: string | undefined;
  do {
    const page = await log.list(present({ cursor }));
    for (const session of page.sessions) await writeSession(log, session.sessionId);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

async function writeSession(log: SessionLog, sessionId: string): Promise<void> {
  try {
    for (const message of await exportSession(log, sessionId)) await writeOut(`${JSON.stringify(message)}\n`);
  } catch (error) {
    throw error instanceof LogError ? new Problem(error.message) : error;
  }
}
