// The types of v1 that this edge uses. June has the same names, so both are imported as a whole.

export { McpServerStdio } from '../../protocol/base/generated/mcp.ts';
export type { ToolCallLocation } from '../../protocol/base/generated/tool-call.ts';
export { type AuthMethod, AuthMethodTerminal } from '../../protocol/v1/generated/authentication.ts';
export type { AvailableCommand, AvailableCommandsUpdate } from '../../protocol/v1/generated/command.ts';
export { SessionConfigOption, type SetSessionConfigOptionRequest } from '../../protocol/v1/generated/config-option.ts';
export type { ContentBlock } from '../../protocol/v1/generated/content.ts';
export {
  type AgentCapabilities,
  ClientCapabilities,
  type FileSystemCapabilities,
  type InitializeRequest,
  type InitializeResponse,
  type McpCapabilities,
  type PromptCapabilities,
} from '../../protocol/v1/generated/initialize.ts';
export { McpServer } from '../../protocol/v1/generated/mcp.ts';
export type { ContentChunk } from '../../protocol/v1/generated/message.ts';
export { type AgentRequests, type ClientRequests, methods } from '../../protocol/v1/generated/methods.ts';
export type {
  CurrentModeUpdate,
  SessionModeState,
  SetSessionModeRequest,
  SetSessionModeResponse,
} from '../../protocol/v1/generated/mode.ts';
export type { PermissionOption, RequestPermissionRequest } from '../../protocol/v1/generated/permission.ts';
export type { Plan, PlanEntry, PlanEntryPriority, PlanEntryStatus } from '../../protocol/v1/generated/plan.ts';
export {
  type MessageClear,
  ReceivedSessionNotification,
  type ReceivedSessionUpdate,
} from '../../protocol/v1/generated/proposal.ts';
export { SessionUpdate } from '../../protocol/v1/generated/session-update.ts';
export type {
  ToolCall,
  ToolCallContent,
  ToolCallStatus,
  ToolCallUpdate,
  ToolKind,
} from '../../protocol/v1/generated/tool-call.ts';
