// The types of June that this edge uses. v1 has the same names, so both are imported as a whole.

export type {
  SessionConfigSelectOption,
  SetSessionConfigOptionRequest,
} from '../../protocol/base/generated/config-option.ts';
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
export { type ContentBlock, isKnownContentBlock, isKnownRole } from '../../protocol/june/generated/content.ts';
export type {
  AgentCapabilities,
  ClientCapabilities,
  InitializeRequest,
  InitializeResponse,
  McpCapabilities,
  PromptCapabilities,
  SessionCapabilities,
} from '../../protocol/june/generated/initialize.ts';
export { isKnownMcpServer, type McpServer } from '../../protocol/june/generated/mcp.ts';
export type { AgentMessage, AgentThought, ContentChunk, UserMessage } from '../../protocol/june/generated/message.ts';
export { type AgentRequests, methods } from '../../protocol/june/generated/methods.ts';
export {
  isKnownPermissionOptionKind,
  type RequestPermissionRequest,
} from '../../protocol/june/generated/permission.ts';
export {
  isKnownPlanEntryPriority,
  isKnownPlanEntryStatus,
  isKnownPlanUpdateContent,
  type PlanEntry,
  type PlanUpdate,
} from '../../protocol/june/generated/plan.ts';
export { isKnownStopReason } from '../../protocol/june/generated/prompt.ts';
export {
  isKnownReceivedSessionUpdate,
  type KnownReceivedSessionUpdate,
  type MessageClear,
  ReceivedSessionNotification,
  type ReceivedSessionUpdate,
} from '../../protocol/june/generated/proposal.ts';
export type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
export {
  isKnownToolCallContent,
  isKnownToolCallStatus,
  isKnownToolKind,
  type ToolCallContent,
  type ToolCallContentChunk,
  type ToolCallStatus,
  type ToolCallUpdate,
  type ToolKind,
} from '../../protocol/june/generated/tool-call.ts';
