// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import {
  isConfigOptionUpdate,
  ConfigOptionUpdateShape,
  type ConfigOptionUpdate,
} from '../../base/generated/config-option.ts';
import {
  isContentChunk,
  ContentChunkShape,
  type ContentChunk,
  isUserMessage,
  UserMessageShape,
  type UserMessage,
  isAgentMessage,
  AgentMessageShape,
  type AgentMessage,
  isAgentThought,
  AgentThoughtShape,
  type AgentThought,
} from '../../base/generated/message.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import {
  isSessionInfoUpdate,
  SessionInfoUpdateShape,
  type SessionInfoUpdate,
  isUsageUpdate,
  UsageUpdateShape,
  type UsageUpdate,
} from '../../base/generated/session-update.ts';
import { isAvailableCommandsUpdate, AvailableCommandsUpdateShape, type AvailableCommandsUpdate } from './command.ts';
import { isPlanUpdate, PlanUpdateShape, type PlanUpdate } from './plan.ts';
import {
  isToolCallContentChunk,
  ToolCallContentChunkShape,
  type ToolCallContentChunk,
  isToolCallUpdate,
  ToolCallUpdateShape,
  type ToolCallUpdate,
} from './tool-call.ts';
export {
  SessionInfoUpdate,
  Cost,
  UsageUpdate,
} from '../../base/generated/session-update.ts';

/** The variants of {@link SessionUpdate} that the protocol defines. */
export type KnownSessionUpdate =
  | ({ readonly sessionUpdate: 'user_message_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'user_message' } & UserMessage)
  | ({ readonly sessionUpdate: 'agent_message_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'agent_message' } & AgentMessage)
  | ({ readonly sessionUpdate: 'agent_thought_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'agent_thought' } & AgentThought)
  | ({ readonly sessionUpdate: 'tool_call_content_chunk' } & ToolCallContentChunk)
  | ({ readonly sessionUpdate: 'tool_call_update' } & ToolCallUpdate)
  | ({ readonly sessionUpdate: 'plan_update' } & PlanUpdate)
  | ({ readonly sessionUpdate: 'available_commands_update' } & AvailableCommandsUpdate)
  | ({ readonly sessionUpdate: 'config_option_update' } & ConfigOptionUpdate)
  | ({ readonly sessionUpdate: 'session_info_update' } & SessionInfoUpdate)
  | ({ readonly sessionUpdate: 'usage_update' } & UsageUpdate);

/** Any other variant of {@link SessionUpdate}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export interface UnknownSessionUpdate {
  readonly sessionUpdate: string;
  readonly [key: string]: unknown;
}

/** Something that happened in a session. */
export type SessionUpdate = KnownSessionUpdate | UnknownSessionUpdate;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownSessionUpdate(value: SessionUpdate): value is KnownSessionUpdate {
  return value.sessionUpdate === 'user_message_chunk' || value.sessionUpdate === 'user_message' || value.sessionUpdate === 'agent_message_chunk' || value.sessionUpdate === 'agent_message' || value.sessionUpdate === 'agent_thought_chunk' || value.sessionUpdate === 'agent_thought' || value.sessionUpdate === 'tool_call_content_chunk' || value.sessionUpdate === 'tool_call_update' || value.sessionUpdate === 'plan_update' || value.sessionUpdate === 'available_commands_update' || value.sessionUpdate === 'config_option_update' || value.sessionUpdate === 'session_info_update' || value.sessionUpdate === 'usage_update';
}

/** Returns whether a value is a valid {@link SessionUpdate}. */
export function isSessionUpdate(value: unknown): value is SessionUpdate {
  if (!isObject(value)) return false;
  switch (value.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return isContentChunk(value);
    case 'user_message':
      return isUserMessage(value);
    case 'agent_message':
      return isAgentMessage(value);
    case 'agent_thought':
      return isAgentThought(value);
    case 'tool_call_content_chunk':
      return isToolCallContentChunk(value);
    case 'tool_call_update':
      return isToolCallUpdate(value);
    case 'plan_update':
      return isPlanUpdate(value);
    case 'available_commands_update':
      return isAvailableCommandsUpdate(value);
    case 'config_option_update':
      return isConfigOptionUpdate(value);
    case 'session_info_update':
      return isSessionInfoUpdate(value);
    case 'usage_update':
      return isUsageUpdate(value);
    default:
      return typeof value.sessionUpdate === 'string';
  }
}

/** The shape of {@link SessionUpdate}, as data. */
export const SessionUpdateShape: TaggedShape = {
  is: 'tagged',
  tag: 'sessionUpdate',
  variants: {
    user_message_chunk: ContentChunkShape,
    user_message: UserMessageShape,
    agent_message_chunk: ContentChunkShape,
    agent_message: AgentMessageShape,
    agent_thought_chunk: ContentChunkShape,
    agent_thought: AgentThoughtShape,
    tool_call_content_chunk: ToolCallContentChunkShape,
    tool_call_update: ToolCallUpdateShape,
    plan_update: PlanUpdateShape,
    available_commands_update: AvailableCommandsUpdateShape,
    config_option_update: ConfigOptionUpdateShape,
    session_info_update: SessionInfoUpdateShape,
    usage_update: UsageUpdateShape,
  },
  rest: { is: 'record', fields: {} },
};

/** Something that happened in a session. */
export const SessionUpdate: TypeReader<SessionUpdate> = {
  name: 'SessionUpdate',
  is: isSessionUpdate,
  decode: (value, reading) => decode(isSessionUpdate, SessionUpdateShape, value, reading),
  shape: SessionUpdateShape,
};

/** An update of a session. */
export interface SessionNotification {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** What happened. */
  readonly update: SessionUpdate;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionNotification}. */
export function isSessionNotification(value: unknown): value is SessionNotification {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isSessionUpdate(value.update) &&
    isMeta(value._meta);
}

/** The shape of {@link SessionNotification}, as data. */
export const SessionNotificationShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    update: { of: SessionUpdateShape },
    _meta: metaField,
  },
};

/** An update of a session. */
export const SessionNotification: TypeReader<SessionNotification> = {
  name: 'SessionNotification',
  is: isSessionNotification,
  decode: (value, reading) => decode(isSessionNotification, SessionNotificationShape, value, reading),
  shape: SessionNotificationShape,
};
