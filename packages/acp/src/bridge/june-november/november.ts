// The types of November that this edge uses. June has the same names, so both are imported as a whole.

export { AuthMethod } from '../../protocol/november/generated/authentication.ts';
export { AvailableCommand, type AvailableCommandsUpdate } from '../../protocol/november/generated/command.ts';
export {
  type ConfigOptionUpdate,
  SessionConfigOption,
  type SetSessionConfigOptionRequest,
} from '../../protocol/november/generated/config-option.ts';
export { ContentBlock, Icon } from '../../protocol/november/generated/content.ts';
export { Diff, type DiffChange, isKnownDiffChange } from '../../protocol/november/generated/diff.ts';
export { ClientCapabilities } from '../../protocol/november/generated/initialize.ts';
export type {
  AgentMessage,
  AgentThought,
  ContentChunk,
  UserMessage,
} from '../../protocol/november/generated/message.ts';
export { type AgentRequests, methods } from '../../protocol/november/generated/methods.ts';
export type { Notice } from '../../protocol/november/generated/notice.ts';
export {
  type KnownRequestPermissionSubject,
  type RequestPermissionRequest,
  RequestPermissionSubject,
} from '../../protocol/november/generated/permission.ts';
export { type PlanUpdate, PlanUpdateContent } from '../../protocol/november/generated/plan.ts';
export {
  isKnownSessionUpdate,
  type KnownSessionUpdate,
  type SessionInfoUpdate,
  SessionUpdate,
  UpdateSessionNotification,
  type UsageUpdate,
} from '../../protocol/november/generated/session-update.ts';
export type {
  TerminalExitStatus,
  TerminalOutputChunk,
  TerminalUpdate,
} from '../../protocol/november/generated/terminal.ts';
export {
  isKnownToolCallContent,
  ToolCallContent,
  type ToolCallContentChunk,
  type ToolCallLocation,
  type ToolCallUpdate,
} from '../../protocol/november/generated/tool-call.ts';
