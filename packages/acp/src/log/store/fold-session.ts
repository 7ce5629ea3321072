import type { LogEntry } from '../event.ts';
import type { Compaction } from './compaction.ts';
import { isEmptyEdit, type LogEdit, partsOf } from './edit.ts';
import type { OpenSession } from './known-sessions.ts';
import { answered, type Steps } from './steps.ts';
import type { Changed, FoldAccess, StoreRows } from './store.ts';

/** Locks the session to be folded. */
type Open = (rows: StoreRows) => Steps<OpenSession>;

/** The most entries that are read, put or removed without a pause; folded ones may be long. */
const slices = { read: 1_000, put: 50, remove: 1_000 };
/** How often a fold starts again because something was erased meanwhile, before it is left to the next fold. */
const mostPasses = 3;

/**
 * Folds a session in slices, so that a long turn does not hold the event loop.
 *
 * What was erased after it was read must not come back: then everything is read again.
 */
export async function foldSession(access: FoldAccess, open: Open): Promise<Changed> {
  let hasErased = false;
  for (let pass = 1; ; pass++) {
    const { session, known } = await openSession(access, open);
    const { number, next } = session;
    const { edits, compaction } = known;
    const edit = await editOf(compaction, await entriesOf(session, compaction, access), access);
    hasErased ||= !isEmptyEdit(edit);
    let isUnchanged = true;
    for (const part of partsOf(edit, slices)) {
      await access.write(function* (rows) {
        const now = yield* open(rows);
        isUnchanged = now.known === known && known.edits === edits;
        if (isUnchanged) yield* answered(rows.edit(number, part));
        return { number, next: now.session.next, hasErased: isUnchanged };
      });
      if (!isUnchanged) break;
    }
    if (isUnchanged) return { number, next, hasErased };
    known.startFoldingAnew();
    if (pass === mostPasses) return { number, next, hasErased };
  }
}

async function openSession(access: FoldAccess, open: Open): Promise<OpenSession> {
  let opened: OpenSession | undefined;
  await access.write(function* (rows) {
    opened = yield* open(rows);
    const { number, next } = opened.session;
    return { number, next, hasErased: false };
  });
  return opened as OpenSession;
}

async function entriesOf(
  { number, next: end }: OpenSession['session'],
  compaction: Compaction,
  access: FoldAccess,
): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let from = compaction.next; from < end; ) {
    const start = from;
    const batch = await access.read((rows) => answered(rows.read(number, start, slices.read)));
    for (const entry of batch) if (entry.position < end) entries.push(entry);
    from = (batch.at(-1)?.position ?? end) + 1;
    await access.pause();
  }
  return entries;
}

async function editOf(compaction: Compaction, entries: readonly LogEntry[], access: FoldAccess): Promise<LogEdit> {
  const steps = compaction.steps(entries);
  while (true) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await access.pause();
  }
}
