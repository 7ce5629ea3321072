// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type JsonObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import { TerminalIdShape, type TerminalId, ToolCallIdShape, type ToolCallId } from '../../base/generated/tool-call.ts';
import { isError, ErrorShape, type Error } from './rpc.ts';

/** A terminal that runs in the background. */
export interface BackgroundTerminal {
  /** Id of the terminal. */
  readonly terminalId: TerminalId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link BackgroundTerminal}. */
export function isBackgroundTerminal(value: unknown): value is BackgroundTerminal {
  return isObject(value) &&
    typeof value.terminalId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link BackgroundTerminal}, as data. */
export const BackgroundTerminalShape: RecordShape = {
  is: 'record',
  fields: {
    terminalId: { of: TerminalIdShape },
    _meta: lenientMetaField,
  },
};

/** A terminal that runs in the background. */
export const BackgroundTerminal: TypeReader<BackgroundTerminal> = {
  name: 'BackgroundTerminal',
  is: isBackgroundTerminal,
  decode: (value, reading) => decode(isBackgroundTerminal, BackgroundTerminalShape, value, reading),
  shape: BackgroundTerminalShape,
};

/** A tool call that runs in the background. */
export interface BackgroundToolCall {
  /** Id of the tool call. */
  readonly toolCallId: ToolCallId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link BackgroundToolCall}. */
export function isBackgroundToolCall(value: unknown): value is BackgroundToolCall {
  return isObject(value) &&
    typeof value.toolCallId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link BackgroundToolCall}, as data. */
export const BackgroundToolCallShape: RecordShape = {
  is: 'record',
  fields: {
    toolCallId: { of: ToolCallIdShape },
    _meta: lenientMetaField,
  },
};

/** A tool call that runs in the background. */
export const BackgroundToolCall: TypeReader<BackgroundToolCall> = {
  name: 'BackgroundToolCall',
  is: isBackgroundToolCall,
  decode: (value, reading) => decode(isBackgroundToolCall, BackgroundToolCallShape, value, reading),
  shape: BackgroundToolCallShape,
};

/** The variants of {@link BackgroundWork} that the protocol defines. */
export type KnownBackgroundWork =
  | ({ readonly type: 'terminal' } & BackgroundTerminal)
  | ({ readonly type: 'tool_call' } & BackgroundToolCall);

/** Any other variant of {@link BackgroundWork}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownBackgroundWork =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** Work that goes on in the background. */
export type BackgroundWork = KnownBackgroundWork | UnknownBackgroundWork;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownBackgroundWork(value: BackgroundWork): value is KnownBackgroundWork {
  return value.type === 'terminal' || value.type === 'tool_call';
}

/** Returns whether a value is a valid {@link BackgroundWork}. */
export function isBackgroundWork(value: unknown): value is BackgroundWork {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'terminal':
      return isBackgroundTerminal(value);
    case 'tool_call':
      return isBackgroundToolCall(value);
    default:
      return typeof value.type === 'string';
  }
}

/** The shape of {@link BackgroundWork}, as data. */
export const BackgroundWorkShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    terminal: BackgroundTerminalShape,
    tool_call: BackgroundToolCallShape,
  },
  rest: { is: 'record', fields: {} },
};

/** Work that goes on in the background. */
export const BackgroundWork: TypeReader<BackgroundWork> = {
  name: 'BackgroundWork',
  is: isBackgroundWork,
  decode: (value, reading) => decode(isBackgroundWork, BackgroundWorkShape, value, reading),
  shape: BackgroundWorkShape,
};

/** The agent is working. */
export interface RunningStateUpdate {
  /** All work in the background. Unknown if absent, none if empty. */
  readonly background?: readonly BackgroundWork[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link RunningStateUpdate}. */
export function isRunningStateUpdate(value: unknown): value is RunningStateUpdate {
  return isObject(value) &&
    (value.background === undefined || value.background === null || isListOf(value.background, isBackgroundWork)) &&
    isMeta(value._meta);
}

/** The shape of {@link RunningStateUpdate}, as data. */
export const RunningStateUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    background: { of: { is: 'nullable', of: { is: 'list', of: BackgroundWorkShape } }, optional: true, lenient: 'whole' },
    _meta: lenientMetaField,
  },
};

/** The agent is working. */
export const RunningStateUpdate: TypeReader<RunningStateUpdate> = {
  name: 'RunningStateUpdate',
  is: isRunningStateUpdate,
  decode: (value, reading) => decode(isRunningStateUpdate, RunningStateUpdateShape, value, reading),
  shape: RunningStateUpdateShape,
};

/** The agent waits for the user. */
export interface RequiresActionStateUpdate {
  /** All work in the background. Unknown if absent, none if empty. */
  readonly background?: readonly BackgroundWork[] | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link RequiresActionStateUpdate}. */
export function isRequiresActionStateUpdate(value: unknown): value is RequiresActionStateUpdate {
  return isObject(value) &&
    (value.background === undefined || value.background === null || isListOf(value.background, isBackgroundWork)) &&
    isMeta(value._meta);
}

/** The shape of {@link RequiresActionStateUpdate}, as data. */
export const RequiresActionStateUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    background: { of: { is: 'nullable', of: { is: 'list', of: BackgroundWorkShape } }, optional: true, lenient: 'whole' },
    _meta: lenientMetaField,
  },
};

/** The agent waits for the user. */
export const RequiresActionStateUpdate: TypeReader<RequiresActionStateUpdate> = {
  name: 'RequiresActionStateUpdate',
  is: isRequiresActionStateUpdate,
  decode: (value, reading) => decode(isRequiresActionStateUpdate, RequiresActionStateUpdateShape, value, reading),
  shape: RequiresActionStateUpdateShape,
};

/** The work ended with an error. */
export interface ErrorStopReason {
  /** What went wrong. */
  readonly error?: Error | null;
}

/** Returns whether a value is a valid {@link ErrorStopReason}. */
export function isErrorStopReason(value: unknown): value is ErrorStopReason {
  return isObject(value) &&
    (value.error === undefined || value.error === null || isError(value.error));
}

/** The shape of {@link ErrorStopReason}, as data. */
export const ErrorStopReasonShape: RecordShape = {
  is: 'record',
  fields: {
    error: { of: { is: 'nullable', of: ErrorShape }, optional: true, lenient: true },
  },
};

/** The work ended with an error. */
export const ErrorStopReason: TypeReader<ErrorStopReason> = {
  name: 'ErrorStopReason',
  is: isErrorStopReason,
  decode: (value, reading) => decode(isErrorStopReason, ErrorStopReasonShape, value, reading),
  shape: ErrorStopReasonShape,
};

/** Fields that every {@link IdleStateUpdate} has. */
export interface IdleStateUpdateCommon {
  /** All work in the background. Unknown if absent, none if empty. */
  readonly background?: readonly BackgroundWork[] | null;
  /** Why the work ended. Not reported if absent. */
  readonly stopReason?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** The variants of {@link IdleStateUpdate} that the protocol defines. */
export type KnownIdleStateUpdate =
  | (IdleStateUpdateCommon & { readonly stopReason: 'end_turn' })
  | (IdleStateUpdateCommon & { readonly stopReason: 'max_tokens' })
  | (IdleStateUpdateCommon & { readonly stopReason: 'max_turn_requests' })
  | (IdleStateUpdateCommon & { readonly stopReason: 'refusal' })
  | (IdleStateUpdateCommon & { readonly stopReason: 'cancelled' })
  | (IdleStateUpdateCommon & { readonly stopReason: 'error' } & ErrorStopReason)
  | (IdleStateUpdateCommon & { readonly stopReason?: null });

/** Any other variant of {@link IdleStateUpdate}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownIdleStateUpdate =
  | (IdleStateUpdateCommon & {
      readonly stopReason: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (IdleStateUpdateCommon & OfLaterDraft & {
      readonly stopReason: string;
      readonly [key: string]: unknown;
    });

/** The agent has ended its work. */
export type IdleStateUpdate = KnownIdleStateUpdate | UnknownIdleStateUpdate;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownIdleStateUpdate(value: IdleStateUpdate): value is KnownIdleStateUpdate {
  return value.stopReason === undefined || value.stopReason === null || value.stopReason === 'end_turn' || value.stopReason === 'max_tokens' || value.stopReason === 'max_turn_requests' || value.stopReason === 'refusal' || value.stopReason === 'cancelled' || value.stopReason === 'error';
}

function isIdleStateUpdateCommon(value: unknown): value is JsonObject {
  return isObject(value) &&
    (value.background === undefined || value.background === null || isListOf(value.background, isBackgroundWork)) &&
    (value.stopReason === undefined || value.stopReason === null || typeof value.stopReason === 'string') &&
    isMeta(value._meta);
}

/** Returns whether a value is a valid {@link IdleStateUpdate}. */
export function isIdleStateUpdate(value: unknown): value is IdleStateUpdate {
  if (!isIdleStateUpdateCommon(value)) return false;
  switch (value.stopReason) {
    case 'end_turn':
    case 'max_tokens':
    case 'max_turn_requests':
    case 'refusal':
    case 'cancelled':
      return true;
    case 'error':
      return isErrorStopReason(value);
    default:
      return typeof value.stopReason === 'string' || value.stopReason === undefined || value.stopReason === null;
  }
}

/** The shape of {@link IdleStateUpdate}, as data. */
export const IdleStateUpdateShape: TaggedShape = {
  is: 'tagged',
  tag: 'stopReason',
  variants: {
    end_turn: { is: 'record', fields: {} },
    max_tokens: { is: 'record', fields: {} },
    max_turn_requests: { is: 'record', fields: {} },
    refusal: { is: 'record', fields: {} },
    cancelled: { is: 'record', fields: {} },
    error: ErrorStopReasonShape,
  },
  common: {
  is: 'record',
  fields: {
    background: { of: { is: 'nullable', of: { is: 'list', of: BackgroundWorkShape } }, optional: true, lenient: 'whole' },
    stopReason: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
},
  rest: { is: 'record', fields: {} },
  isTagOptional: true,
};

/** The agent has ended its work. */
export const IdleStateUpdate: TypeReader<IdleStateUpdate> = {
  name: 'IdleStateUpdate',
  is: isIdleStateUpdate,
  decode: (value, reading) => decode(isIdleStateUpdate, IdleStateUpdateShape, value, reading),
  shape: IdleStateUpdateShape,
};

/** The variants of {@link StateUpdate} that the protocol defines. */
export type KnownStateUpdate =
  | ({ readonly state: 'running' } & RunningStateUpdate)
  | ({ readonly state: 'idle' } & IdleStateUpdate)
  | ({ readonly state: 'requires_action' } & RequiresActionStateUpdate);

/** Any other variant of {@link StateUpdate}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownStateUpdate =
  | ({
      readonly state: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly state: string;
      readonly [key: string]: unknown;
    });

/** What the agent is doing. An unknown state counts as busy. */
export type StateUpdate = KnownStateUpdate | UnknownStateUpdate;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownStateUpdate(value: StateUpdate): value is KnownStateUpdate {
  return value.state === 'running' || value.state === 'idle' || value.state === 'requires_action';
}

/** Returns whether a value is a valid {@link StateUpdate}. */
export function isStateUpdate(value: unknown): value is StateUpdate {
  if (!isObject(value)) return false;
  switch (value.state) {
    case 'running':
      return isRunningStateUpdate(value);
    case 'idle':
      return isIdleStateUpdate(value);
    case 'requires_action':
      return isRequiresActionStateUpdate(value);
    default:
      return typeof value.state === 'string';
  }
}

/** The shape of {@link StateUpdate}, as data. */
export const StateUpdateShape: TaggedShape = {
  is: 'tagged',
  tag: 'state',
  variants: {
    running: RunningStateUpdateShape,
    idle: IdleStateUpdateShape,
    requires_action: RequiresActionStateUpdateShape,
  },
  rest: { is: 'record', fields: {} },
};

/** What the agent is doing. An unknown state counts as busy. */
export const StateUpdate: TypeReader<StateUpdate> = {
  name: 'StateUpdate',
  is: isStateUpdate,
  decode: (value, reading) => decode(isStateUpdate, StateUpdateShape, value, reading),
  shape: StateUpdateShape,
};
