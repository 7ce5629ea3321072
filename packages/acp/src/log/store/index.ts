export { folderOf } from '../folder.ts';
export { AppendQueues, type StoreBatch } from './append-queue.ts';
export { Bells, type Watch } from './bells.ts';
export type { LogEdit } from './edit.ts';
export { mayErase } from './erasure.ts';
export { eventOfText, textOfEvent } from './event-text.ts';
export { Fifo } from './fifo.ts';
export type { Bell } from './follow.ts';
export { isListedFor, type ListPosition, type ListQuestion } from './listing.ts';
export type { SessionFacts } from './record.ts';
export { type PlainAppend, SessionChanges } from './session-changes.ts';
export { type Answer, answered, runAsync, runNow, type Steps } from './steps.ts';
export type {
  Append,
  Changed,
  FoldAccess,
  ListedSession,
  NewEntry,
  Store,
  StoredSession,
  StoreRows,
  Work,
} from './store.ts';
export { StoreLog } from './store-log.ts';
