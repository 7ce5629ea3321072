// The types of November that this edge uses. June has the same names, so both are imported as a whole.

export type { AvailableCommand } from '../../protocol/november/generated/command.ts';
export type {
  SessionConfigOption,
  SetSessionConfigOptionRequest,
} from '../../protocol/november/generated/config-option.ts';
export type { ContentBlock } from '../../protocol/november/generated/content.ts';
export { type AgentRequests, methods } from '../../protocol/november/generated/methods.ts';
export type { RequestPermissionRequest } from '../../protocol/november/generated/permission.ts';
export { type SessionUpdate, UpdateSessionNotification } from '../../protocol/november/generated/session-update.ts';
