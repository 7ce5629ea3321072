// Written by `npm run generate` from generate/definitions. Do not edit.

export {
  AuthMethodId,
} from '../base/generated/authentication.ts';
export {
  CompactionId,
  CompactionStatus,
  isKnownCompactionStatus,
  type KnownCompactionStatus,
  type UnknownCompactionStatus,
} from '../base/generated/compaction.ts';
export {
  SessionConfigId,
  SessionConfigValueId,
  SessionConfigGroupId,
  SessionConfigOptionCategory,
  isKnownSessionConfigOptionCategory,
  type KnownSessionConfigOptionCategory,
  type UnknownSessionConfigOptionCategory,
  SessionConfigBoolean,
} from '../base/generated/config-option.ts';
export {
  ElicitationId,
  ElicitationSchemaType,
  ElicitationSessionScope,
  ElicitationRequestScope,
} from '../base/generated/elicitation.ts';
export {
  ProtocolVersion,
} from '../base/generated/initialize.ts';
export {
  MessageId,
} from '../base/generated/message.ts';
export {
  NoticeSeverity,
  isKnownNoticeSeverity,
  type KnownNoticeSeverity,
  type UnknownNoticeSeverity,
} from '../base/generated/notice.ts';
export {
  PermissionOptionId,
} from '../base/generated/permission.ts';
export {
  RequestId,
  ExtRequest,
  ExtResponse,
  ExtNotification,
} from '../base/generated/rpc.ts';
export {
  SessionId,
} from '../base/generated/session-setup.ts';
export {
  TerminalId,
  ToolCallId,
} from '../base/generated/tool-call.ts';
export {
  LogoutCapabilities,
  AgentAuthCapabilities,
  AuthMethodAgent,
  AuthenticateRequest,
  AuthenticateResponse,
  LogoutRequest,
  LogoutResponse,
  AuthMethodTerminal,
  AuthMethod,
} from './generated/authentication.ts';
export {
  AvailableCommand,
  AvailableCommandsUpdate,
  UnstructuredCommandInput,
  AvailableCommandInput,
} from './generated/command.ts';
export {
  CompactionUpdate,
  CompactionSummaryChunk,
} from './generated/compaction.ts';
export {
  SessionConfigSelectOption,
  SessionConfigSelectGroup,
  SessionConfigSelectOptions,
  SessionConfigSelect,
  SessionConfigOption,
  type SessionConfigOptionCommon,
  SetSessionConfigOptionRequest,
  type SetSessionConfigOptionRequestCommon,
  SetSessionConfigOptionResponse,
  ConfigOptionUpdate,
} from './generated/config-option.ts';
export {
  Role,
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
} from './generated/content.ts';
export {
  ElicitationFormCapabilities,
  ElicitationUrlCapabilities,
  ElicitationCapabilities,
  StringFormat,
  EnumOption,
  StringPropertySchema,
  NumberPropertySchema,
  IntegerPropertySchema,
  BooleanPropertySchema,
  StringMultiSelectItems,
  TitledMultiSelectItems,
  MultiSelectItems,
  isKnownMultiSelectItems,
  type KnownMultiSelectItems,
  type UnknownMultiSelectItems,
  MultiSelectPropertySchema,
  ElicitationPropertySchema,
  isKnownElicitationPropertySchema,
  type KnownElicitationPropertySchema,
  type UnknownElicitationPropertySchema,
  ElicitationSchema,
  ElicitationFormMode,
  type ElicitationFormModeCommon,
  ElicitationUrlMode,
  type ElicitationUrlModeCommon,
  CreateElicitationRequest,
  isKnownCreateElicitationRequest,
  type KnownCreateElicitationRequest,
  type UnknownCreateElicitationRequest,
  type CreateElicitationRequestCommon,
  ElicitationContentValue,
  ElicitationAcceptAction,
  CreateElicitationResponse,
  isKnownCreateElicitationResponse,
  type KnownCreateElicitationResponse,
  type UnknownCreateElicitationResponse,
  type CreateElicitationResponseCommon,
  CompleteElicitationNotification,
} from './generated/elicitation.ts';
export {
  ReadTextFileRequest,
  ReadTextFileResponse,
  WriteTextFileRequest,
  WriteTextFileResponse,
} from './generated/file-system.ts';
export {
  Implementation,
  PromptCapabilities,
  McpCapabilities,
  SessionListCapabilities,
  SessionDeleteCapabilities,
  SessionAdditionalDirectoriesCapabilities,
  SessionResumeCapabilities,
  SessionCloseCapabilities,
  FileSystemCapabilities,
  AuthCapabilities,
  BooleanConfigOptionCapabilities,
  SessionConfigOptionsCapabilities,
  NoticeCapabilities,
  CompactionCapabilities,
  ClientSessionCapabilities,
  ClientCapabilities,
  SessionCapabilities,
  AgentCapabilities,
  InitializeRequest,
  InitializeResponse,
} from './generated/initialize.ts';
export {
  EnvVariable,
  HttpHeader,
  McpServerHttp,
  McpServerStdio,
  McpServer,
  McpServerSse,
} from './generated/mcp.ts';
export {
  ContentChunk,
} from './generated/message.ts';
export {
  SessionModeId,
  SessionMode,
  SessionModeState,
  SetSessionModeRequest,
  SetSessionModeResponse,
  CurrentModeUpdate,
} from './generated/mode.ts';
export {
  Notice,
} from './generated/notice.ts';
export {
  PermissionOptionKind,
  PermissionOption,
  RequestPermissionRequest,
  SelectedPermissionOutcome,
  RequestPermissionOutcome,
  RequestPermissionResponse,
} from './generated/permission.ts';
export {
  PlanEntryPriority,
  PlanEntryStatus,
  PlanEntry,
  Plan,
} from './generated/plan.ts';
export {
  StopReason,
  PromptRequest,
  PromptResponse,
  CancelNotification,
} from './generated/prompt.ts';
export {
  MessageClear,
  ReceivedSessionUpdate,
  ReceivedSessionNotification,
} from './generated/proposal.ts';
export {
  ErrorCode,
  errorCodes,
  Error,
  CancelRequestNotification,
} from './generated/rpc.ts';
export {
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
  NewSessionResponse,
  LoadSessionResponse,
  ResumeSessionResponse,
} from './generated/session-setup.ts';
export {
  SessionInfoUpdate,
  Cost,
  UsageUpdate,
  SessionNotification,
  SessionUpdate,
} from './generated/session-update.ts';
export {
  CreateTerminalRequest,
  CreateTerminalResponse,
  TerminalOutputRequest,
  TerminalExitStatus,
  TerminalOutputResponse,
  WaitForTerminalExitRequest,
  WaitForTerminalExitResponse,
  KillTerminalRequest,
  KillTerminalResponse,
  ReleaseTerminalRequest,
  ReleaseTerminalResponse,
} from './generated/terminal.ts';
export {
  ToolKind,
  ToolCallStatus,
  Content,
  Diff,
  ToolCallLocation,
  Terminal,
  ToolCallContent,
  ToolCall,
  ToolCallUpdate,
} from './generated/tool-call.ts';
export {
  methods,
  type AgentNotifications,
  type AgentRequests,
  type ClientNotifications,
  type ClientRequests,
} from './generated/methods.ts';
