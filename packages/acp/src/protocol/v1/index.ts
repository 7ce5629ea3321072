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
  SetSessionConfigOptionRequest,
} from '../base/generated/config-option.ts';
export {
  TextResourceContents,
  BlobResourceContents,
  EmbeddedResourceResource,
} from '../base/generated/content.ts';
export {
  ProtocolVersion,
  Implementation,
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
} from '../base/generated/mcp.ts';
export {
  MessageId,
} from '../base/generated/message.ts';
export {
  PermissionOptionId,
  SelectedPermissionOutcome,
  RequestPermissionOutcome,
  RequestPermissionResponse,
} from '../base/generated/permission.ts';
export {
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
  Diff,
  ToolCallLocation,
} from '../base/generated/tool-call.ts';
export {
  AuthMethod,
} from './generated/authentication.ts';
export {
  AvailableCommand,
  AvailableCommandsUpdate,
  UnstructuredCommandInput,
  AvailableCommandInput,
} from './generated/command.ts';
export {
  SessionConfigOption,
  type SessionConfigOptionCommon,
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
  EmbeddedResource,
  ContentBlock,
} from './generated/content.ts';
export {
  ReadTextFileRequest,
  ReadTextFileResponse,
  WriteTextFileRequest,
  WriteTextFileResponse,
} from './generated/file-system.ts';
export {
  PromptCapabilities,
  McpCapabilities,
  FileSystemCapabilities,
  ClientCapabilities,
  SessionCapabilities,
  AgentCapabilities,
  InitializeRequest,
  InitializeResponse,
} from './generated/initialize.ts';
export {
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
  PermissionOptionKind,
  PermissionOption,
  RequestPermissionRequest,
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
} from './generated/prompt.ts';
export {
  MessageClear,
  ReceivedSessionUpdate,
  ReceivedSessionNotification,
} from './generated/proposal.ts';
export {
  NewSessionRequest,
  LoadSessionRequest,
  ResumeSessionRequest,
  NewSessionResponse,
  LoadSessionResponse,
  ResumeSessionResponse,
} from './generated/session-setup.ts';
export {
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
