// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
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
} from './message.ts';
import { isNotice, NoticeShape, type Notice } from './notice.ts';
import { isPlanUpdate, PlanUpdateShape, type PlanUpdate } from './plan.ts';
import { isStateUpdate, StateUpdateShape, type StateUpdate } from './state.ts';
import {
  isTerminalUpdate,
  TerminalUpdateShape,
  type TerminalUpdate,
  isTerminalOutputChunk,
  TerminalOutputChunkShape,
  type TerminalOutputChunk,
} from './terminal.ts';
import {
  isToolCallContentChunk,
  ToolCallContentChunkShape,
  type ToolCallContentChunk,
  isToolCallUpdate,
  ToolCallUpdateShape,
  type ToolCallUpdate,
} from './tool-call.ts';

/** Updates session details: omitted keeps a field, null clears it, a value replaces it. */
export interface SessionInfoUpdate {
  /** Title to show. */
  readonly title?: string | null;
  /** Time of the last activity, in ISO 8601. */
  readonly updatedAt?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SessionInfoUpdate}. */
export function isSessionInfoUpdate(value: unknown): value is SessionInfoUpdate {
  return isObject(value) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.updatedAt === undefined || value.updatedAt === null || typeof value.updatedAt === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link SessionInfoUpdate}, as data. */
export const SessionInfoUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    updatedAt: { of: { is: 'nullable', of: { is: 'string', must: 'time' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Updates session details: omitted keeps a field, null clears it, a value replaces it. */
export const SessionInfoUpdate: TypeReader<SessionInfoUpdate> = {
  name: 'SessionInfoUpdate',
  is: isSessionInfoUpdate,
  decode: (value, reading) => decode(isSessionInfoUpdate, SessionInfoUpdateShape, value, reading),
  shape: SessionInfoUpdateShape,
};

/** Cost of the session so far. */
export interface Cost {
  /** Amount in the currency. */
  readonly amount: number;
  /** Currency, as an ISO 4217 code. */
  readonly currency: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Cost}. */
export function isCost(value: unknown): value is Cost {
  return isObject(value) &&
    typeof value.amount === 'number' &&
    typeof value.currency === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link Cost}, as data. */
export const CostShape: RecordShape = {
  is: 'record',
  fields: {
    amount: { of: { is: 'double' } },
    currency: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** Cost of the session so far. */
export const Cost: TypeReader<Cost> = {
  name: 'Cost',
  is: isCost,
  decode: (value, reading) => decode(isCost, CostShape, value, reading),
  shape: CostShape,
};

/** Use of the context window, and cost. */
export interface UsageUpdate {
  /** Tokens in the context now. */
  readonly used: number;
  /** Size of the context window in tokens. */
  readonly size: number;
  /** Cost so far. */
  readonly cost?: Cost | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link UsageUpdate}. */
export function isUsageUpdate(value: unknown): value is UsageUpdate {
  return isObject(value) &&
    isInteger(value.used, 0) &&
    isInteger(value.size, 0) &&
    (value.cost === undefined || value.cost === null || isCost(value.cost)) &&
    isMeta(value._meta);
}

/** The shape of {@link UsageUpdate}, as data. */
export const UsageUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    used: { of: { is: 'integer', min: 0 } },
    size: { of: { is: 'integer', min: 0 } },
    cost: { of: { is: 'nullable', of: CostShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Use of the context window, and cost. */
export const UsageUpdate: TypeReader<UsageUpdate> = {
  name: 'UsageUpdate',
  is: isUsageUpdate,
  decode: (value, reading) => decode(isUsageUpdate, UsageUpdateShape, value, reading),
  shape: UsageUpdateShape,
};

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
  | ({ readonly sessionUpdate: 'usage_update' } & UsageUpdate)
  | ({ readonly sessionUpdate: 'state_update' } & StateUpdate)
  | ({ readonly sessionUpdate: 'terminal_update' } & TerminalUpdate)
  | ({ readonly sessionUpdate: 'terminal_output_chunk' } & TerminalOutputChunk)
  | ({ readonly sessionUpdate: 'notice' } & Notice)
  | ({ readonly sessionUpdate: 'compaction_update' } & CompactionUpdate)
  | ({ readonly sessionUpdate: 'compaction_summary_chunk' } & CompactionSummaryChunk);

/** Any other variant of {@link SessionUpdate}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export interface UnknownSessionUpdate {
  readonly sessionUpdate: string;
  readonly [key: string]: unknown;
}

/** Something that happened in a session. */
export type SessionUpdate = KnownSessionUpdate | UnknownSessionUpdate;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownSessionUpdate(value: SessionUpdate): value is KnownSessionUpdate {
  return value.sessionUpdate === 'user_message_chunk' || value.sessionUpdate === 'user_message' || value.sessionUpdate === 'agent_message_chunk' || value.sessionUpdate === 'agent_message' || value.sessionUpdate === 'agent_thought_chunk' || value.sessionUpdate === 'agent_thought' || value.sessionUpdate === 'tool_call_content_chunk' || value.sessionUpdate === 'tool_call_update' || value.sessionUpdate === 'plan_update' || value.sessionUpdate === 'available_commands_update' || value.sessionUpdate === 'config_option_update' || value.sessionUpdate === 'session_info_update' || value.sessionUpdate === 'usage_update' || value.sessionUpdate === 'state_update' || value.sessionUpdate === 'terminal_update' || value.sessionUpdate === 'terminal_output_chunk' || value.sessionUpdate === 'notice' || value.sessionUpdate === 'compaction_update' || value.sessionUpdate === 'compaction_summary_chunk';
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
    case 'state_update':
      return isStateUpdate(value);
    case 'terminal_update':
      return isTerminalUpdate(value);
    case 'terminal_output_chunk':
      return isTerminalOutputChunk(value);
    case 'notice':
      return isNotice(value);
    case 'compaction_update':
      return isCompactionUpdate(value);
    case 'compaction_summary_chunk':
      return isCompactionSummaryChunk(value);
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
    state_update: StateUpdateShape,
    terminal_update: TerminalUpdateShape,
    terminal_output_chunk: TerminalOutputChunkShape,
    notice: NoticeShape,
    compaction_update: CompactionUpdateShape,
    compaction_summary_chunk: CompactionSummaryChunkShape,
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
export interface UpdateSessionNotification {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** What happened. */
  readonly update: SessionUpdate;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link UpdateSessionNotification}. */
export function isUpdateSessionNotification(value: unknown): value is UpdateSessionNotification {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isSessionUpdate(value.update) &&
    isMeta(value._meta);
}

/** The shape of {@link UpdateSessionNotification}, as data. */
export const UpdateSessionNotificationShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    update: { of: SessionUpdateShape },
    _meta: lenientMetaField,
  },
};

/** An update of a session. */
export const UpdateSessionNotification: TypeReader<UpdateSessionNotification> = {
  name: 'UpdateSessionNotification',
  is: isUpdateSessionNotification,
  decode: (value, reading) => decode(isUpdateSessionNotification, UpdateSessionNotificationShape, value, reading),
  shape: UpdateSessionNotificationShape,
};
