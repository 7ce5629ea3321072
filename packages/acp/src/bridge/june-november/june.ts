// The types of June that this edge uses. November has the same names, so both are imported as a whole.

export type { SetSessionConfigOptionRequest } from '../../protocol/base/generated/config-option.ts';
export type { Annotations } from '../../protocol/base/generated/content.ts';
export type { RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
export type { AvailableCommand, AvailableCommandsUpdate } from '../../protocol/june/generated/command.ts';
export {
  type ConfigOptionUpdate,
  isKnownSessionConfigOption,
  SessionConfigOption,
} from '../../protocol/june/generated/config-option.ts';
export { ContentBlock, isKnownContentBlock, type KnownContentBlock } from '../../protocol/june/generated/content.ts';
export type { AgentMessage, AgentThought, ContentChunk, UserMessage } from '../../protocol/june/generated/message.ts';
export { type AgentRequests, methods } from '../../protocol/june/generated/methods.ts';
export type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
export type { PlanItems, PlanUpdate, PlanUpdateContent } from '../../protocol/june/generated/plan.ts';
export {
  isKnownReceivedSessionUpdate,
  type KnownReceivedSessionUpdate,
  ReceivedSessionNotification,
  ReceivedSessionUpdate,
} from '../../protocol/june/generated/proposal.ts';
export type { SessionInfoUpdate, UsageUpdate } from '../../protocol/june/generated/session-update.ts';
export {
  type Diff,
  isKnownToolCallContent,
  type ToolCallContent,
  type ToolCallContentChunk,
  type ToolCallLocation,
  type ToolCallUpdate,
} from '../../protocol/june/generated/tool-call.ts';
