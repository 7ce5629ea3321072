// The names of v2 that the bridge speaks of; both versions use the same, so the bridge imports each as a whole.

export type {
  SessionConfigSelectOption,
  SessionConfigSelectOptions,
  SetSessionConfigOptionRequest,
} from '../../protocol/base/generated/config-option.ts';
export type { RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
export { type AuthMethod, isKnownAuthMethod } from '../../protocol/june/generated/authentication.ts';
export {
  type AvailableCommand,
  type AvailableCommandsUpdate,
  isKnownAvailableCommandInput,
} from '../../protocol/june/generated/command.ts';
export {
  type ConfigOptionUpdate,
  isKnownSessionConfigOption,
  type KnownSessionConfigOption,
  SessionConfigOption,
  type SetSessionConfigOptionResponse,
} from '../../protocol/june/generated/config-option.ts';
export {
  type ContentBlock,
  isKnownContentBlock,
  isKnownRole,
  type KnownContentBlock,
} from '../../protocol/june/generated/content.ts';
export type {
  AgentCapabilities,
  ClientCapabilities,
  InitializeRequest,
  InitializeResponse,
  McpCapabilities,
  PromptCapabilities,
  SessionCapabilities,
} from '../../protocol/june/generated/initialize.ts';
export { isKnownMcpServer, type KnownMcpServer, type McpServer } from '../../protocol/june/generated/mcp.ts';
export type { AgentMessage, AgentThought, ContentChunk, UserMessage } from '../../protocol/june/generated/message.ts';
export {
  type AgentNotifications,
  type AgentRequests,
  type ClientNotifications,
  type ClientRequests,
  methods,
} from '../../protocol/june/generated/methods.ts';
export {
  isKnownPermissionOptionKind,
  type PermissionOption,
  type RequestPermissionRequest,
} from '../../protocol/june/generated/permission.ts';
export {
  isKnownPlanEntryPriority,
  isKnownPlanEntryStatus,
  isKnownPlanUpdateContent,
  type PlanEntry,
  type PlanUpdate,
} from '../../protocol/june/generated/plan.ts';
export { isKnownStopReason, type PromptRequest, type PromptResponse } from '../../protocol/june/generated/prompt.ts';
export {
  isKnownReceivedSessionUpdate,
  type KnownReceivedSessionUpdate,
  type MessageClear,
  ReceivedSessionNotification,
  type ReceivedSessionUpdate,
} from '../../protocol/june/generated/proposal.ts';
export type {
  LoadSessionRequest,
  LoadSessionResponse,
  NewSessionRequest,
  NewSessionResponse,
  ResumeSessionRequest,
  ResumeSessionResponse,
} from '../../protocol/june/generated/session-setup.ts';
export type { KnownSessionUpdate, SessionUpdate } from '../../protocol/june/generated/session-update.ts';
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
} from '../../protocol/june/generated/tool-call.ts';
