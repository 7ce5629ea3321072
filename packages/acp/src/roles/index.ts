export { type Agent, agent } from './agent.ts';
export type {
  AgentAbilities,
  AgentDefinition,
  AsyncAgentDefinition,
  Authentication,
  SessionHooks,
  SessionSetup,
  TurnOutcome,
} from './agent-definition.ts';
export type { AgentEvent } from './agent-event.ts';
export { AgentSession, type SessionRoots } from './agent-session.ts';
export type { AnyVersionOptions } from './any-version.ts';
export { Client, type EarlierSessionRequest, type LoadRequest, type SessionRequest } from './client.ts';
export { CapabilityError, MalformedResultError, UnsupportedVersionError } from './client-error.ts';
export type { ClientEvent, ClientOptions, PermissionContext } from './client-options.ts';
export { ClientSession, type PromptOptions, type SetupAnswer } from './client-session.ts';
export type { AskOptions } from './client-wire.ts';
export { connect } from './connect.ts';
export type { ConnectedClient } from './connected-client.ts';
export type { ContentLike } from './content.ts';
export { isAuthenticationRequired } from './login.ts';
export { MessageHandle, type MessageKind } from './message-handle.ts';
export type { IdPurpose, MintId } from './mint-id.ts';
export { type CheckOutgoing, OutgoingValueError, type OutgoingWarning } from './outgoing.ts';
export type { PermissionAnswer } from './permission.ts';
export type { DurableSessions } from './recorder.ts';
export { type AgentConnection, type ServeOptions, serve } from './serve.ts';
export type { Settle } from './settling.ts';
export { type MessageStart, Speaker, type ToolCallStart } from './speaker.ts';
export { ToolCallHandle, type ToolCallPatch, type ToolContentLike } from './tool-call-handle.ts';
export { Turn, TurnEndedError } from './turn.ts';
export type {
  ExtensionVariant,
  ReadVariant,
  WrittenContentBlock,
  WrittenToolCallContent,
} from './written-content.ts';
export {
  type Forwarded,
  forwarded,
  type Written,
  type WrittenPermissionOption,
  type WrittenPlanEntry,
  type WrittenStopReason,
  type WrittenToolCall,
} from './written-value.ts';
