export { Compaction } from './compaction.ts';
export { Continuity } from './continuity.ts';
export { isEmptyEdit, type LogEdit, partsOf } from './edit.ts';
export { erasureOf, erasureRange, firstSight } from './erasure.ts';
export type {
  LogEntry,
  LogEvent,
  LoggedCancel,
  LoggedConfiguration,
  LoggedOpening,
  LoggedPermission,
  LoggedPermissionAnswer,
  LoggedPrompt,
  LoggedTurnEnd,
  LoggedUpdate,
  Tombstone,
} from './event.ts';
export { eventOfText, textOfEvent } from './event-text.ts';
export { Fifo } from './fifo.ts';
export { folderOf } from './folder.ts';
export { Bell, type Followed, follow } from './follow.ts';
export { joinedReplay } from './joined-replay.ts';
export { cursorAfter, type ListPosition, type ListQuestion, questionOf } from './listing.ts';
export { closed, conflict, LogError, type LogFailure, sessionExists, unknownSession } from './log-error.ts';
export { MemoryLog } from './memory-log.ts';
export { factsAfter, newFacts, recordOf, type SessionFacts } from './record.ts';
export { foldEntries, type RestoredSession, repairsOf, restoreSession, sessionEventOf } from './restore.ts';
export { type ExportedMessage, exportSession } from './session-export.ts';
export type {
  AppendOptions,
  ListOptions,
  NewSession,
  SessionLog,
  SessionPage,
  SessionRecord,
} from './session-log.ts';
export { SessionWriter } from './session-writer.ts';
export { type Change, changeOf, type Subject, subjectKey } from './subject.ts';
export { type Place, SubjectIndex, type Touch } from './subject-index.ts';
export { checkTime } from './time.ts';
