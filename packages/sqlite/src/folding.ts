import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { LogEntry } from '@emend/acp/log';
import { type LogEdit, partsOf } from '@emend/acp/log/store';
import type { KnownSession } from './known-sessions.ts';
import type { Rows } from './rows.ts';
import type { SessionChanges } from './session-changes.ts';

/** The most entries that are read, put or removed without giving others their turn; folded ones may be long. */
const slices = { read: 1_000, put: 50, remove: 1_000 };
/** How often a session that is erased from meanwhile is folded anew, before that is left to the next fold. */
const mostPasses = 3;

/** Runs a change in a transaction. */
export type Change = <T>(run: () => T) => Promise<T>;

/**
 * Folds a session in slices, so that a long turn does not hold the event loop.
 *
 * What was erased after it was read must not come back: then everything is read anew.
 */
export async function foldSession(
  sessionId: string,
  { rows, changes, change }: { readonly rows: Rows; readonly changes: SessionChanges; readonly change: Change },
): Promise<void> {
  for (let pass = 0; pass < mostPasses; pass++) {
    const session = await change(() => changes.known.get(sessionId));
    const { edits } = session;
    const edit = await editOf(session, await entriesOf(session, rows));
    let isUnchanged = true;
    for (const part of partsOf(edit, slices)) {
      isUnchanged &&= await change(() => {
        if (changes.known.get(sessionId) !== session || session.edits !== edits) return false;
        changes.fold(session, part);
        return true;
      });
    }
    if (isUnchanged) return;
    session.startFoldingAnew();
  }
}

async function entriesOf({ number, compaction, next: end }: KnownSession, rows: Rows): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let from = compaction.next; from < end; ) {
    const batch = rows.read(number, from, slices.read);
    for (const entry of batch) if (entry.position < end) entries.push(entry);
    from = (batch.at(-1)?.position ?? end) + 1;
    await turnOfLoop();
  }
  return entries;
}

async function editOf({ compaction }: KnownSession, entries: readonly LogEntry[]): Promise<LogEdit> {
  const steps = compaction.steps(entries);
  while (true) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await turnOfLoop();
  }
}
