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
  MessageIdShape,
  type MessageId,
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

/** Clears the content of a message. Later chunks start from nothing. */
export interface MessageClear {
  /** Id of the message. The current message if omitted or null. */
  readonly messageId?: MessageId | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link MessageClear}. */
export function isMessageClear(value: unknown): value is MessageClear {
  return isObject(value) &&
    (value.messageId === undefined || value.messageId === null || typeof value.messageId === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link MessageClear}, as data. */
export const MessageClearShape: RecordShape = {
  is: 'record',
  fields: {
    messageId: { of: { is: 'nullable', of: MessageIdShape }, optional: true },
    _meta: metaField,
  },
};

/** Clears the content of a message. Later chunks start from nothing. */
export const MessageClear: TypeReader<MessageClear> = {
  name: 'MessageClear',
  is: isMessageClear,
  decode: (value, reading) => decode(isMessageClear, MessageClearShape, value, reading),
  shape: MessageClearShape,
};

/** The variants of {@link ReceivedSessionUpdate} that the protocol defines. */
export type KnownReceivedSessionUpdate =
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
  | ({ readonly sessionUpdate: 'usage_update' } & UsageUpdate)
  | ({ readonly sessionUpdate: 'agent_message_clear' } & MessageClear)
  | ({ readonly sessionUpdate: 'agent_thought_clear' } & MessageClear);

/** Any other variant of {@link ReceivedSessionUpdate}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export interface UnknownReceivedSessionUpdate {
  readonly sessionUpdate: string;
  readonly [key: string]: unknown;
}

/** The session updates of the draft, and the proposed ones. */
export type ReceivedSessionUpdate = KnownReceivedSessionUpdate | UnknownReceivedSessionUpdate;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownReceivedSessionUpdate(value: ReceivedSessionUpdate): value is KnownReceivedSessionUpdate {
  return value.sessionUpdate === 'user_message_chunk' || value.sessionUpdate === 'user_message' || value.sessionUpdate === 'agent_message_chunk' || value.sessionUpdate === 'agent_message' || value.sessionUpdate === 'agent_thought_chunk' || value.sessionUpdate === 'agent_thought' || value.sessionUpdate === 'tool_call_content_chunk' || value.sessionUpdate === 'tool_call_update' || value.sessionUpdate === 'plan_update' || value.sessionUpdate === 'available_commands_update' || value.sessionUpdate === 'config_option_update' || value.sessionUpdate === 'session_info_update' || value.sessionUpdate === 'usage_update' || value.sessionUpdate === 'agent_message_clear' || value.sessionUpdate === 'agent_thought_clear';
}

/** Returns whether a value is a valid {@link ReceivedSessionUpdate}. */
export function isReceivedSessionUpdate(value: unknown): value is ReceivedSessionUpdate {
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
    case 'agent_message_clear':
    case 'agent_thought_clear':
      return isMessageClear(value);
    default:
      return typeof value.sessionUpdate === 'string';
  }
}

/** The shape of {@link ReceivedSessionUpdate}, as data. */
export const ReceivedSessionUpdateShape: TaggedShape = {
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
    agent_message_clear: MessageClearShape,
    agent_thought_clear: MessageClearShape,
  },
  rest: { is: 'record', fields: {} },
};

/** The session updates of the draft, and the proposed ones. */
export const ReceivedSessionUpdate: TypeReader<ReceivedSessionUpdate> = {
  name: 'ReceivedSessionUpdate',
  is: isReceivedSessionUpdate,
  decode: (value, reading) => decode(isReceivedSessionUpdate, ReceivedSessionUpdateShape, value, reading),
  shape: ReceivedSessionUpdateShape,
};

/** An update of a session, including the proposed ones. */
export interface ReceivedSessionNotification {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** What happened. */
  readonly update: ReceivedSessionUpdate;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ReceivedSessionNotification}. */
export function isReceivedSessionNotification(value: unknown): value is ReceivedSessionNotification {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isReceivedSessionUpdate(value.update) &&
    isMeta(value._meta);
}

/** The shape of {@link ReceivedSessionNotification}, as data. */
export const ReceivedSessionNotificationShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    update: { of: ReceivedSessionUpdateShape },
    _meta: metaField,
  },
};

/** An update of a session, including the proposed ones. */
export const ReceivedSessionNotification: TypeReader<ReceivedSessionNotification> = {
  name: 'ReceivedSessionNotification',
  is: isReceivedSessionNotification,
  decode: (value, reading) => decode(isReceivedSessionNotification, ReceivedSessionNotificationShape, value, reading),
  shape: ReceivedSessionNotificationShape,
};
