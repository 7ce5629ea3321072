// Written by `npm run generate` from generate/definitions. Do not edit.

export {
  LogoutCapabilities,
  AgentAuthCapabilities,
  AuthMethodAgent,
  AuthenticateRequest,
  AuthenticateResponse,
  LogoutRequest,
  LogoutResponse,
} from '../base/generated/authentication.ts';
export {
  SessionConfigId,
  SessionConfigValueId,
  SessionConfigGroupId,
  SessionConfigOptionCategory,
  isKnownSessionConfigOptionCategory,
  type KnownSessionConfigOptionCategory,
  type UnknownSessionConfigOptionCategory,
  SessionConfigSelectOption,
  SessionConfigSelectGroup,
  SessionConfigSelectOptions,
  SessionConfigSelect,
  SessionConfigOption,
  isKnownSessionConfigOption,
  type KnownSessionConfigOption,
  type UnknownSessionConfigOption,
  type SessionConfigOptionCommon,
  SetSessionConfigOptionRequest,
  SetSessionConfigOptionResponse,
  ConfigOptionUpdate,
} from '../base/generated/config-option.ts';
export {
  Role,
  isKnownRole,
  type KnownRole,
  type UnknownRole,
  Annotations,
  TextContent,
  ImageContent,
  AudioContent,
  ResourceLink,
  TextResourceContents,
  BlobResourceContents,
  EmbeddedResourceResource,
  EmbeddedResource,
  ContentBlock,
  isKnownContentBlock,
  type KnownContentBlock,
  type UnknownContentBlock,
} from '../base/generated/content.ts';
export {
  ProtocolVersion,
  Implementation,
  PromptImageCapabilities,
  PromptAudioCapabilities,
  PromptEmbeddedContextCapabilities,
  PromptCapabilities,
  McpStdioCapabilities,
  McpHttpCapabilities,
  McpCapabilities,
  SessionListCapabilities,
  SessionDeleteCapabilities,
  SessionAdditionalDirectoriesCapabilities,
  SessionResumeCapabilities,
  SessionCloseCapabilities,
} from '../base/generated/initialize.ts';
export {
  EnvVariable,
  HttpHeader,
  McpServerHttp,
  McpServerStdio,
  McpServer,
  isKnownMcpServer,
  type KnownMcpServer,
  type UnknownMcpServer,
} from '../base/generated/mcp.ts';
export {
  MessageId,
  ContentChunk,
  UserMessage,
  AgentMessage,
  AgentThought,
} from '../base/generated/message.ts';
export {
  PermissionOptionId,
  PermissionOptionKind,
  isKnownPermissionOptionKind,
  type KnownPermissionOptionKind,
  type UnknownPermissionOptionKind,
  PermissionOption,
  SelectedPermissionOutcome,
  RequestPermissionOutcome,
  RequestPermissionResponse,
} from '../base/generated/permission.ts';
export {
  PlanId,
  PlanEntryPriority,
  isKnownPlanEntryPriority,
  type KnownPlanEntryPriority,
  type UnknownPlanEntryPriority,
  PlanEntryStatus,
  isKnownPlanEntryStatus,
  type KnownPlanEntryStatus,
  type UnknownPlanEntryStatus,
  PlanEntry,
} from '../base/generated/plan.ts';
export {
  StopReason,
  isKnownStopReason,
  type KnownStopReason,
  type UnknownStopReason,
  PromptRequest,
  PromptResponse,
  CancelNotification,
} from '../base/generated/prompt.ts';
export {
  RequestId,
  ErrorCode,
  errorCodes,
  Error,
  ExtRequest,
  ExtResponse,
  ExtNotification,
} from '../base/generated/rpc.ts';
export {
  SessionId,
  NewSessionRequest,
  LoadSessionRequest,
  ResumeSessionRequest,
  ListSessionsRequest,
  SessionInfo,
  ListSessionsResponse,
  DeleteSessionRequest,
  DeleteSessionResponse,
  CloseSessionRequest,
  CloseSessionResponse,
} from '../base/generated/session-setup.ts';
export {
  SessionInfoUpdate,
  Cost,
  UsageUpdate,
} from '../base/generated/session-update.ts';
export {
  ToolCallId,
  ToolKind,
  isKnownToolKind,
  type KnownToolKind,
  type UnknownToolKind,
  ToolCallStatus,
  isKnownToolCallStatus,
  type KnownToolCallStatus,
  type UnknownToolCallStatus,
  Content,
  Diff,
  ToolCallLocation,
} from '../base/generated/tool-call.ts';
export {
  AuthMethod,
  isKnownAuthMethod,
  type KnownAuthMethod,
  type UnknownAuthMethod,
} from './generated/authentication.ts';
export {
  AvailableCommand,
  AvailableCommandsUpdate,
  UnstructuredCommandInput,
  AvailableCommandInput,
  isKnownAvailableCommandInput,
  type KnownAvailableCommandInput,
  type UnknownAvailableCommandInput,
} from './generated/command.ts';
export {
  ClientCapabilities,
  SessionLoadCapabilities,
  SessionCapabilities,
  AgentCapabilities,
  InitializeRequest,
  InitializeResponse,
} from './generated/initialize.ts';
export {
  RequestPermissionRequest,
} from './generated/permission.ts';
export {
  PlanUpdate,
  PlanItems,
  PlanUpdateContent,
  isKnownPlanUpdateContent,
  type KnownPlanUpdateContent,
  type UnknownPlanUpdateContent,
} from './generated/plan.ts';
export {
  MessageClear,
  ReceivedSessionUpdate,
  isKnownReceivedSessionUpdate,
  type KnownReceivedSessionUpdate,
  type UnknownReceivedSessionUpdate,
  ReceivedSessionNotification,
} from './generated/proposal.ts';
export {
  NewSessionResponse,
  LoadSessionResponse,
  ResumeSessionResponse,
} from './generated/session-setup.ts';
export {
  SessionNotification,
  SessionUpdate,
  isKnownSessionUpdate,
  type KnownSessionUpdate,
  type UnknownSessionUpdate,
} from './generated/session-update.ts';
export {
  ToolCallContentChunk,
  ToolCallContent,
  isKnownToolCallContent,
  type KnownToolCallContent,
  type UnknownToolCallContent,
  ToolCallUpdate,
} from './generated/tool-call.ts';
export {
  methods,
  type AgentNotifications,
  type AgentRequests,
  type ClientNotifications,
  type ClientRequests,
} from './generated/methods.ts';
