// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
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
import { isConfigOptionUpdate, ConfigOptionUpdateShape, type ConfigOptionUpdate } from './config-option.ts';
import { isContentChunk, ContentChunkShape, type ContentChunk } from './message.ts';
import { isCurrentModeUpdate, CurrentModeUpdateShape, type CurrentModeUpdate } from './mode.ts';
import { isPlan, PlanShape, type Plan } from './plan.ts';
import {
  isToolCall,
  ToolCallShape,
  type ToolCall,
  isToolCallUpdate,
  ToolCallUpdateShape,
  type ToolCallUpdate,
} from './tool-call.ts';
export {
  SessionInfoUpdate,
  Cost,
  UsageUpdate,
} from '../../base/generated/session-update.ts';

/** Something that happened in a session. */
export type SessionUpdate =
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
  | ({ readonly sessionUpdate: 'usage_update' } & UsageUpdate);

/** Returns whether a value is a valid {@link SessionUpdate}. */
export function isSessionUpdate(value: unknown): value is SessionUpdate {
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
    default:
      return false;
  }
}

/** The shape of {@link SessionUpdate}, as data. */
export const SessionUpdateShape: TaggedShape = {
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
  },
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
