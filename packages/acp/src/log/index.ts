export type { Subject } from '../session/subject.ts';
export type { LogEntry, LogEvent, Logged, LoggedOpening, Tombstone } from './event.ts';
export { joinedReplay } from './joined-replay.ts';
export { LogError, type LogFailure } from './log-error.ts';
export { MemoryLog } from './memory-log.ts';
export { type OwnedSession, ownershipOf, type SessionOwner, type SessionOwnership } from './ownership.ts';
export { foldEntries, type RestoredSession, type RestoreOptions, restoreSession } from './restore.ts';
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
