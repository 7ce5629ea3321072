// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import { MessageIdShape, type MessageId } from '../../base/generated/message.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { isAvailableCommandsUpdate, AvailableCommandsUpdateShape, type AvailableCommandsUpdate } from './command.ts';
import {
  isCompactionUpdate,
  CompactionUpdateShape,
  type CompactionUpdate,
  isCompactionSummaryChunk,
  CompactionSummaryChunkShape,
  type CompactionSummaryChunk,
} from './compaction.ts';
import { isConfigOptionUpdate, ConfigOptionUpdateShape, type ConfigOptionUpdate } from './config-option.ts';
import { isContentChunk, ContentChunkShape, type ContentChunk } from './message.ts';
import { isCurrentModeUpdate, CurrentModeUpdateShape, type CurrentModeUpdate } from './mode.ts';
import { isNotice, NoticeShape, type Notice } from './notice.ts';
import { isPlan, PlanShape, type Plan } from './plan.ts';
import {
  isSessionInfoUpdate,
  SessionInfoUpdateShape,
  type SessionInfoUpdate,
  isUsageUpdate,
  UsageUpdateShape,
  type UsageUpdate,
} from './session-update.ts';
import {
  isToolCall,
  ToolCallShape,
  type ToolCall,
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
    _meta: lenientMetaField,
  },
};

/** Clears the content of a message. Later chunks start from nothing. */
export const MessageClear: TypeReader<MessageClear> = {
  name: 'MessageClear',
  is: isMessageClear,
  decode: (value, reading) => decode(isMessageClear, MessageClearShape, value, reading),
  shape: MessageClearShape,
};

/** The session updates of the draft, and the proposed ones. */
export type ReceivedSessionUpdate =
  | ({ readonly sessionUpdate: 'user_message_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'agent_message_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'agent_thought_chunk' } & ContentChunk)
  | ({ readonly sessionUpdate: 'tool_call' } & ToolCall)
  | ({ readonly sessionUpdate: 'tool_call_update' } & ToolCallUpdate)
  | ({ readonly sessionUpdate: 'plan' } & Plan)
  | ({ readonly sessionUpdate: 'available_commands_update' } & AvailableCommandsUpdate)
  | ({ readonly sessionUpdate: 'current_mode_update' } & CurrentModeUpdate)
  | ({ readonly sessionUpdate: 'config_option_update' } & ConfigOptionUpdate)
  | ({ readonly sessionUpdate: 'session_info_update' } & SessionInfoUpdate)
  | ({ readonly sessionUpdate: 'usage_update' } & UsageUpdate)
  | ({ readonly sessionUpdate: 'notice' } & Notice)
  | ({ readonly sessionUpdate: 'compaction_update' } & CompactionUpdate)
  | ({ readonly sessionUpdate: 'compaction_summary_chunk' } & CompactionSummaryChunk)
  | ({ readonly sessionUpdate: 'agent_message_clear' } & MessageClear)
  | ({ readonly sessionUpdate: 'agent_thought_clear' } & MessageClear);

/** Returns whether a value is a valid {@link ReceivedSessionUpdate}. */
export function isReceivedSessionUpdate(value: unknown): value is ReceivedSessionUpdate {
  if (!isObject(value)) return false;
  switch (value.sessionUpdate) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      return isContentChunk(value);
    case 'tool_call':
      return isToolCall(value);
    case 'tool_call_update':
      return isToolCallUpdate(value);
    case 'plan':
      return isPlan(value);
    case 'available_commands_update':
      return isAvailableCommandsUpdate(value);
    case 'current_mode_update':
      return isCurrentModeUpdate(value);
    case 'config_option_update':
      return isConfigOptionUpdate(value);
    case 'session_info_update':
      return isSessionInfoUpdate(value);
    case 'usage_update':
      return isUsageUpdate(value);
    case 'notice':
      return isNotice(value);
    case 'compaction_update':
      return isCompactionUpdate(value);
    case 'compaction_summary_chunk':
      return isCompactionSummaryChunk(value);
    case 'agent_message_clear':
    case 'agent_thought_clear':
      return isMessageClear(value);
    default:
      return false;
  }
}

/** The shape of {@link ReceivedSessionUpdate}, as data. */
export const ReceivedSessionUpdateShape: TaggedShape = {
  is: 'tagged',
  tag: 'sessionUpdate',
  variants: {
    user_message_chunk: ContentChunkShape,
    agent_message_chunk: ContentChunkShape,
    agent_thought_chunk: ContentChunkShape,
    tool_call: ToolCallShape,
    tool_call_update: ToolCallUpdateShape,
    plan: PlanShape,
    available_commands_update: AvailableCommandsUpdateShape,
    current_mode_update: CurrentModeUpdateShape,
    config_option_update: ConfigOptionUpdateShape,
    session_info_update: SessionInfoUpdateShape,
    usage_update: UsageUpdateShape,
    notice: NoticeShape,
    compaction_update: CompactionUpdateShape,
    compaction_summary_chunk: CompactionSummaryChunkShape,
    agent_message_clear: MessageClearShape,
    agent_thought_clear: MessageClearShape,
  },
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
    _meta: lenientMetaField,
  },
};

/** An update of a session, including the proposed ones. */
export const ReceivedSessionNotification: TypeReader<ReceivedSessionNotification> = {
  name: 'ReceivedSessionNotification',
  is: isReceivedSessionNotification,
  decode: (value, reading) => decode(isReceivedSessionNotification, ReceivedSessionNotificationShape, value, reading),
  shape: ReceivedSessionNotificationShape,
};
