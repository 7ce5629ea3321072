export { type Agent, agent } from './agent/agent.ts';
export type { AgentWork, PermissionText } from './agent/agent-work.ts';
export type { AskPolicy } from './agent/ask-policy.ts';
export type { Cancellation } from './agent/cancel-signal.ts';
export type { AccessScope } from './agent/client-access.ts';
export type { CompactionHandle } from './agent/compaction-handle.ts';
export type { ConfigSwitch, OutgoingConfigOption } from './agent/config-switch.ts';
export type { ConnectedClient } from './agent/connected-client.ts';
export type { AgentConnection } from './agent/connection.ts';
export type {
  AgentAbilities,
  AgentDefinition,
  AsyncAgentDefinition,
  Authentication,
  ConfigAnswer,
  ConfigRequest,
  SessionHooks,
  SessionSetup,
  TurnOutcome,
} from './agent/definition.ts';
export type {
  FormAnswer,
  FormContent,
  FormQuestion,
  FormSchema,
  NoElicitation,
  UrlAnswer,
  UrlQuestion,
} from './agent/elicitation.ts';
export type { AgentEvent } from './agent/event.ts';
export { type ChangedFileLike, fileDiff } from './agent/file-diff.ts';
export type { MessageHandle, UpdateTarget } from './agent/message-handle.ts';
export type { IdPurpose, MintId } from './agent/mint-id.ts';
export {
  type Forwarded,
  forwarded,
  type Outgoing,
  type OutgoingPermissionOption,
  type OutgoingPlanEntry,
  type OutgoingStopReason,
  type OutgoingToolCall,
} from './agent/outgoing-value.ts';
export type { PermissionAnswer } from './agent/permission-answer.ts';
export { type ServeOptions, serve } from './agent/serve.ts';
export type { AgentSession } from './agent/session.ts';
export type { SessionRoots } from './agent/session-link.ts';
export type { DurableSessions } from './agent/session-recorder.ts';
export type { TerminalExit, TerminalHandle, TerminalStart } from './agent/terminal-handle.ts';
export type { ToolCallHandle, ToolCallPatch, ToolContentLike } from './agent/tool-call-handle.ts';
export type { Turn } from './agent/turn.ts';
export { TurnEndedError } from './agent/turn-ended-error.ts';
export type { Unattended } from './agent/unattended.ts';
export type { WorkHandler } from './agent/unprompted-work.ts';
export type { MessageStart, NoticeLike, ToolCallStart, UpdateSender } from './agent/update-sender.ts';
export type { AnyVersionOptions } from './any-version.ts';
export { type CheckOutgoing, OutgoingValueError, type OutgoingWarning } from './check-outgoing.ts';
export type { Client, EarlierSessionRequest, LoadRequest, ResumeRequest, SessionRequest } from './client/client.ts';
export { connect } from './client/connect.ts';
export type {
  ElicitationAnswer,
  ElicitationContext,
  ElicitationHandlers,
  FormElicitation,
  UrlElicitation,
} from './client/elicitation.ts';
export { CapabilityError, MalformedResultError, UnsupportedVersionError } from './client/errors.ts';
export { isAuthenticationRequired } from './client/login.ts';
export type { ClientEvent, ClientOptions, PermissionContext } from './client/options.ts';
export type { PermissionRequest } from './client/permission-request.ts';
export type { InsertedPrompt, PromptHandle } from './client/prompt-handle.ts';
export type { ClientSession, PromptOptions } from './client/session.ts';
export type { AskedElicitation, SessionElicitations } from './client/session-elicitations.ts';
export type { AskedPermission, PermissionReply, SessionPermissions } from './client/session-permissions.ts';
export type { Settle } from './client/settling.ts';
export type { SetupAnswer } from './client/setup-answer.ts';
export { type TerminalLogin, TerminalLoginError } from './client/terminal-login.ts';
export type { CallOptions, MetaCallOptions } from './client/typed-peer.ts';
export type { ContentLike } from './content.ts';
export { isAskedOfOthers, leaveToOthers } from './joint-question.ts';
export type {
  ExtensionVariant,
  FileDiff,
  OutgoingContentBlock,
  OutgoingToolCallContent,
  ReadVariant,
} from './outgoing-content.ts';
export { type RelayedAgent, type RelayOptions, relayAgent } from './relay/relay-agent.ts';
