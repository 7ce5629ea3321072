// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isFilledListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import {
  PermissionOptionIdShape,
  type PermissionOptionId,
  PermissionOptionKindShape,
  type PermissionOptionKind,
} from '../../base/generated/permission.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { ToolCallIdShape, type ToolCallId, TerminalIdShape, type TerminalId } from '../../base/generated/tool-call.ts';
import { AbsolutePathShape, type AbsolutePath } from './path.ts';
import { isToolCallUpdate, ToolCallUpdateShape, type ToolCallUpdate } from './tool-call.ts';
export {
  PermissionOptionId,
  PermissionOptionKind,
  isKnownPermissionOptionKind,
  type KnownPermissionOptionKind,
  type UnknownPermissionOptionKind,
} from '../../base/generated/permission.ts';

/** An answer that the user can give to a permission request. */
export interface PermissionOption {
  /** Id of the option, for the answer. */
  readonly optionId: PermissionOptionId;
  /** Label to show. */
  readonly name: string;
  /** What choosing it means. */
  readonly kind: PermissionOptionKind;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PermissionOption}. */
export function isPermissionOption(value: unknown): value is PermissionOption {
  return isObject(value) &&
    typeof value.optionId === 'string' &&
    typeof value.name === 'string' &&
    typeof value.kind === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link PermissionOption}, as data. */
export const PermissionOptionShape: RecordShape = {
  is: 'record',
  fields: {
    optionId: { of: PermissionOptionIdShape },
    name: { of: { is: 'string' } },
    kind: { of: PermissionOptionKindShape },
    _meta: lenientMetaField,
  },
};

/** An answer that the user can give to a permission request. */
export const PermissionOption: TypeReader<PermissionOption> = {
  name: 'PermissionOption',
  is: isPermissionOption,
  decode: (value, reading) => decode(isPermissionOption, PermissionOptionShape, value, reading),
  shape: PermissionOptionShape,
};

/** Permission for a tool call. */
export interface ToolCallPermissionSubject {
  /** Updates the tool call before the user is asked. */
  readonly toolCall: ToolCallUpdate;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ToolCallPermissionSubject}. */
export function isToolCallPermissionSubject(value: unknown): value is ToolCallPermissionSubject {
  return isObject(value) &&
    isToolCallUpdate(value.toolCall) &&
    isMeta(value._meta);
}

/** The shape of {@link ToolCallPermissionSubject}, as data. */
export const ToolCallPermissionSubjectShape: RecordShape = {
  is: 'record',
  fields: {
    toolCall: { of: ToolCallUpdateShape },
    _meta: lenientMetaField,
  },
};

/** Permission for a tool call. */
export const ToolCallPermissionSubject: TypeReader<ToolCallPermissionSubject> = {
  name: 'ToolCallPermissionSubject',
  is: isToolCallPermissionSubject,
  decode: (value, reading) => decode(isToolCallPermissionSubject, ToolCallPermissionSubjectShape, value, reading),
  shape: ToolCallPermissionSubjectShape,
};

/** Permission to run a command. */
export interface CommandPermissionSubject {
  /** Command to run. */
  readonly command: string;
  /** Working directory of the command. */
  readonly cwd: AbsolutePath;
  /** Id of the tool call that runs it. */
  readonly toolCallId?: ToolCallId | null;
  /** Id of the terminal that runs it. */
  readonly terminalId?: TerminalId | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CommandPermissionSubject}. */
export function isCommandPermissionSubject(value: unknown): value is CommandPermissionSubject {
  return isObject(value) &&
    typeof value.command === 'string' &&
    typeof value.cwd === 'string' &&
    (value.toolCallId === undefined || value.toolCallId === null || typeof value.toolCallId === 'string') &&
    (value.terminalId === undefined || value.terminalId === null || typeof value.terminalId === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link CommandPermissionSubject}, as data. */
export const CommandPermissionSubjectShape: RecordShape = {
  is: 'record',
  fields: {
    command: { of: { is: 'string' } },
    cwd: { of: AbsolutePathShape },
    toolCallId: { of: { is: 'nullable', of: ToolCallIdShape }, optional: true, lenient: true },
    terminalId: { of: { is: 'nullable', of: TerminalIdShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Permission to run a command. */
export const CommandPermissionSubject: TypeReader<CommandPermissionSubject> = {
  name: 'CommandPermissionSubject',
  is: isCommandPermissionSubject,
  decode: (value, reading) => decode(isCommandPermissionSubject, CommandPermissionSubjectShape, value, reading),
  shape: CommandPermissionSubjectShape,
};

/** The variants of {@link RequestPermissionSubject} that the protocol defines. */
export type KnownRequestPermissionSubject =
  | ({ readonly type: 'tool_call' } & ToolCallPermissionSubject)
  | ({ readonly type: 'command' } & CommandPermissionSubject);

/** Any other variant of {@link RequestPermissionSubject}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownRequestPermissionSubject =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** What permission is asked for. */
export type RequestPermissionSubject = KnownRequestPermissionSubject | UnknownRequestPermissionSubject;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownRequestPermissionSubject(value: RequestPermissionSubject): value is KnownRequestPermissionSubject {
  return value.type === 'tool_call' || value.type === 'command';
}

/** Returns whether a value is a valid {@link RequestPermissionSubject}. */
export function isRequestPermissionSubject(value: unknown): value is RequestPermissionSubject {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'tool_call':
      return isToolCallPermissionSubject(value);
    case 'command':
      return isCommandPermissionSubject(value);
    default:
      return typeof value.type === 'string';
  }
}

/** The shape of {@link RequestPermissionSubject}, as data. */
export const RequestPermissionSubjectShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    tool_call: ToolCallPermissionSubjectShape,
    command: CommandPermissionSubjectShape,
  },
  rest: { is: 'record', fields: {} },
};

/** What permission is asked for. */
export const RequestPermissionSubject: TypeReader<RequestPermissionSubject> = {
  name: 'RequestPermissionSubject',
  is: isRequestPermissionSubject,
  decode: (value, reading) => decode(isRequestPermissionSubject, RequestPermissionSubjectShape, value, reading),
  shape: RequestPermissionSubjectShape,
};

/** Asks the user for permission. */
export interface RequestPermissionRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Question to show. */
  readonly title: string;
  /** Details for the user. */
  readonly description?: string | null;
  /** What permission is asked for. */
  readonly subject?: RequestPermissionSubject | null;
  /** Answers to choose from. */
  readonly options: readonly PermissionOption[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link RequestPermissionRequest}. */
export function isRequestPermissionRequest(value: unknown): value is RequestPermissionRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.title === 'string' &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.subject === undefined || value.subject === null || isRequestPermissionSubject(value.subject)) &&
    isFilledListOf(value.options, isPermissionOption) &&
    isMeta(value._meta);
}

/** The shape of {@link RequestPermissionRequest}, as data. */
export const RequestPermissionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    title: { of: { is: 'string' } },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    subject: { of: { is: 'nullable', of: RequestPermissionSubjectShape }, optional: true },
    options: { of: { is: 'list', of: PermissionOptionShape, atLeastOne: true } },
    _meta: lenientMetaField,
  },
};

/** Asks the user for permission. */
export const RequestPermissionRequest: TypeReader<RequestPermissionRequest> = {
  name: 'RequestPermissionRequest',
  is: isRequestPermissionRequest,
  decode: (value, reading) => decode(isRequestPermissionRequest, RequestPermissionRequestShape, value, reading),
  shape: RequestPermissionRequestShape,
};

/** The user chose an option. */
export interface SelectedPermissionOutcome {
  /** Id of the chosen option. */
  readonly optionId: PermissionOptionId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link SelectedPermissionOutcome}. */
export function isSelectedPermissionOutcome(value: unknown): value is SelectedPermissionOutcome {
  return isObject(value) &&
    typeof value.optionId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link SelectedPermissionOutcome}, as data. */
export const SelectedPermissionOutcomeShape: RecordShape = {
  is: 'record',
  fields: {
    optionId: { of: PermissionOptionIdShape },
    _meta: lenientMetaField,
  },
};

/** The user chose an option. */
export const SelectedPermissionOutcome: TypeReader<SelectedPermissionOutcome> = {
  name: 'SelectedPermissionOutcome',
  is: isSelectedPermissionOutcome,
  decode: (value, reading) => decode(isSelectedPermissionOutcome, SelectedPermissionOutcomeShape, value, reading),
  shape: SelectedPermissionOutcomeShape,
};

/** The request was cancelled. */
export interface CancelledPermissionOutcome {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CancelledPermissionOutcome}. */
export function isCancelledPermissionOutcome(value: unknown): value is CancelledPermissionOutcome {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link CancelledPermissionOutcome}, as data. */
export const CancelledPermissionOutcomeShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The request was cancelled. */
export const CancelledPermissionOutcome: TypeReader<CancelledPermissionOutcome> = {
  name: 'CancelledPermissionOutcome',
  is: isCancelledPermissionOutcome,
  decode: (value, reading) => decode(isCancelledPermissionOutcome, CancelledPermissionOutcomeShape, value, reading),
  shape: CancelledPermissionOutcomeShape,
};

/** The variants of {@link RequestPermissionOutcome} that the protocol defines. */
export type KnownRequestPermissionOutcome =
  | ({ readonly outcome: 'cancelled' } & CancelledPermissionOutcome)
  | ({ readonly outcome: 'selected' } & SelectedPermissionOutcome);

/** Any other variant of {@link RequestPermissionOutcome}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownRequestPermissionOutcome =
  | ({
      readonly outcome: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly outcome: string;
      readonly [key: string]: unknown;
    });

/** The outcome of a permission request. An unknown outcome is not an approval. */
export type RequestPermissionOutcome = KnownRequestPermissionOutcome | UnknownRequestPermissionOutcome;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownRequestPermissionOutcome(value: RequestPermissionOutcome): value is KnownRequestPermissionOutcome {
  return value.outcome === 'cancelled' || value.outcome === 'selected';
}

/** Returns whether a value is a valid {@link RequestPermissionOutcome}. */
export function isRequestPermissionOutcome(value: unknown): value is RequestPermissionOutcome {
  if (!isObject(value)) return false;
  switch (value.outcome) {
    case 'cancelled':
      return isCancelledPermissionOutcome(value);
    case 'selected':
      return isSelectedPermissionOutcome(value);
    default:
      return typeof value.outcome === 'string';
  }
}

/** The shape of {@link RequestPermissionOutcome}, as data. */
export const RequestPermissionOutcomeShape: TaggedShape = {
  is: 'tagged',
  tag: 'outcome',
  variants: {
    cancelled: CancelledPermissionOutcomeShape,
    selected: SelectedPermissionOutcomeShape,
  },
  rest: { is: 'record', fields: {} },
};

/** The outcome of a permission request. An unknown outcome is not an approval. */
export const RequestPermissionOutcome: TypeReader<RequestPermissionOutcome> = {
  name: 'RequestPermissionOutcome',
  is: isRequestPermissionOutcome,
  decode: (value, reading) => decode(isRequestPermissionOutcome, RequestPermissionOutcomeShape, value, reading),
  shape: RequestPermissionOutcomeShape,
};

/** The answer to a permission request. */
export interface RequestPermissionResponse {
  /** What the user decided. */
  readonly outcome: RequestPermissionOutcome;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link RequestPermissionResponse}. */
export function isRequestPermissionResponse(value: unknown): value is RequestPermissionResponse {
  return isObject(value) &&
    isRequestPermissionOutcome(value.outcome) &&
    isMeta(value._meta);
}

/** The shape of {@link RequestPermissionResponse}, as data. */
export const RequestPermissionResponseShape: RecordShape = {
  is: 'record',
  fields: {
    outcome: { of: RequestPermissionOutcomeShape },
    _meta: lenientMetaField,
  },
};

/** The answer to a permission request. */
export const RequestPermissionResponse: TypeReader<RequestPermissionResponse> = {
  name: 'RequestPermissionResponse',
  is: isRequestPermissionResponse,
  decode: (value, reading) => decode(isRequestPermissionResponse, RequestPermissionResponseShape, value, reading),
  shape: RequestPermissionResponseShape,
};
