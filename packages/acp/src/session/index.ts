export type { Activity, Work, WorkError } from './activity.ts';
export type { Actor } from './actor.ts';
export { isBusy } from './busy.ts';
export type { Compaction } from './compaction.ts';
export type { Diagnostic, DiagnosticCode } from './diagnostic.ts';
export type { OpenElicitation } from './elicitation.ts';
export type { MalformedEvent, SessionEvent, UpdateEvent } from './event.ts';
export { type FileChange, type FileChanges, fileChanges, operationOfTexts } from './file-changes.ts';
export {
  type FoldedCompaction,
  type FoldedEntry,
  type FoldedMessage,
  type FoldedPlan,
  type FoldedSession,
  type FoldedTerminal,
  type FoldedToolCall,
  type FoldedTurn,
  foldedCompaction,
  foldedMessage,
  foldedPlan,
  foldedSession,
  foldedTerminal,
  foldedToolCall,
} from './folded.ts';
export { type Dropped, defaultLimits, type SessionLimits } from './limits.ts';
export { type Message, type MessageKind, messageKey } from './message.ts';
export type { ReceivedNotice } from './notice.ts';
export { asNovember } from './november/as-november.ts';
export type { OpenPermission } from './permission.ts';
export { isPlainText, joinedText, type PlainText } from './plain-text.ts';
export type { Plan } from './plan.ts';
export { readUpdate } from './read-update.ts';
export { applyEvent, applyEvents } from './reduce/apply.ts';
export { replayOf } from './replay.ts';
export { isSessionDialect, type SessionDialect } from './session-readers.ts';
export {
  newSessionState,
  openTurnsOf,
  type SessionInfoState,
  type SessionState,
  turnOf,
  type Usage,
} from './state.ts';
export { createSessionStore, type SessionStore, type SessionStoreOptions, type Unsubscribe } from './store.ts';
export { type Accumulation, Sequence, type UnmadeItems } from './structures/sequence.ts';
export { Table } from './structures/table.ts';
export { Vector } from './structures/vector.ts';
export type { Terminal } from './terminal.ts';
export type { TerminalBytes } from './terminal-bytes.ts';
export { TerminalText, terminalTextLimit } from './terminal-text.ts';
export type { TimelineEntry } from './timeline.ts';
export { isFinal, isJuneContent, type ToolCall, type ToolCallContent } from './tool-call.ts';
export { Traffic, type TrafficReceiver } from './traffic.ts';
export { isInContext, type Turn } from './turn.ts';
