import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionLog } from '@emend/acp/log';
import { openStore } from '../demo/session-store.ts';
import { Problem } from '../output/problem.ts';

/** The file that says which server has the sessions of a directory. */
const fileOf = (directory: string): string => join(directory, 'server.json');

/** Opens the sessions in a directory for one server: a second one would take them away whenever somebody loads them there. */
export async function openServed(directory: string): Promise<SessionLog> {
  const log = await openStore(directory, 'own', () => {
    const known = serverOf(directory);
    const who = known === undefined ? '' : ` (process ${known.pid}, ${known.url})`;
    return new Problem(
      `The sessions in ${directory} are served by another emend serve${who}. Connect to that one, or end it first.`,
    );
  });
  // It is that of a server which has ended.
  rmSync(fileOf(directory), { force: true });
  return log;
}

/** Writes down where the server of a directory is reached. */
export function tellServer(directory: string, url: string): void {
  try {
    writeFileSync(fileOf(directory), `${JSON.stringify({ pid: process.pid, url })}\n`, { mode: 0o600 });
  } catch {
    // It is only for the words that a second server ends with.
  }
}

function serverOf(directory: string): { readonly pid: number; readonly url: string } | undefined {
  try {
    const { pid, url } = JSON.parse(readFileSync(fileOf(directory), 'utf8'));
    return typeof pid === 'number' && typeof url === 'string' ? { pid, url } : undefined;
  } catch {
    return undefined;
  }
}
