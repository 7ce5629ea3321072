// The names of v2 that the bridge speaks of; both versions use the same, so the bridge imports each as a whole.

export type {
  SessionConfigSelectOption,
  SessionConfigSelectOptions,
  SetSessionConfigOptionRequest,
} from '../protocol/base/generated/config-option.ts';
export type { RequestPermissionResponse } from '../protocol/base/generated/permission.ts';
export { type AuthMethod, isKnownAuthMethod } from '../protocol/v2/generated/authentication.ts';
export {
  type AvailableCommand,
  type AvailableCommandsUpdate,
  isKnownAvailableCommandInput,
} from '../protocol/v2/generated/command.ts';
export {
  type ConfigOptionUpdate,
  isKnownSessionConfigOption,
  isSessionConfigOption,
  type KnownSessionConfigOption,
  type SessionConfigOption,
  type SetSessionConfigOptionResponse,
} from '../protocol/v2/generated/config-option.ts';
export {
  type ContentBlock,
  isKnownContentBlock,
  isKnownRole,
  type KnownContentBlock,
} from '../protocol/v2/generated/content.ts';
export type {
  AgentCapabilities,
  ClientCapabilities,
  InitializeRequest,
  InitializeResponse,
  McpCapabilities,
  PromptCapabilities,
  SessionCapabilities,
} from '../protocol/v2/generated/initialize.ts';
export { isKnownMcpServer, type KnownMcpServer, type McpServer } from '../protocol/v2/generated/mcp.ts';
export type { AgentMessage, AgentThought, ContentChunk, UserMessage } from '../protocol/v2/generated/message.ts';
export {
  type AgentNotifications,
  type AgentRequests,
  type ClientNotifications,
  type ClientRequests,
  methods,
} from '../protocol/v2/generated/methods.ts';
export {
  isKnownPermissionOptionKind,
  type PermissionOption,
  type RequestPermissionRequest,
} from '../protocol/v2/generated/permission.ts';
export {
  isKnownPlanEntryPriority,
  isKnownPlanEntryStatus,
  isKnownPlanUpdateContent,
  type PlanEntry,
  type PlanUpdate,
} from '../protocol/v2/generated/plan.ts';
export { isKnownStopReason, type PromptRequest, type PromptResponse } from '../protocol/v2/generated/prompt.ts';
export {
  decodeReceivedSessionNotification,
  isKnownReceivedSessionUpdate,
  isReceivedSessionNotification,
  type KnownReceivedSessionUpdate,
  type MessageClear,
  ReceivedSessionNotificationShape,
  type ReceivedSessionUpdate,
} from '../protocol/v2/generated/proposal.ts';
export type {
  LoadSessionRequest,
  LoadSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  ResumeSessionRequest,
  ResumeSessionResponse,
} from '../protocol/v2/generated/session-setup.ts';
export type { KnownSessionUpdate, SessionUpdate } from '../protocol/v2/generated/session-update.ts';
export {
  isKnownToolCallContent,
  isKnownToolCallStatus,
  isKnownToolKind,
  type KnownToolCallContent,
  type ToolCallContent,
  type ToolCallContentChunk,
  type ToolCallStatus,
  type ToolCallUpdate,
  type ToolKind,
} from '../protocol/v2/generated/tool-call.ts';
