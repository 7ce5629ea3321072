// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';
import { PermissionOptionIdShape, type PermissionOptionId } from '../../base/generated/permission.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { isToolCallUpdate, ToolCallUpdateShape, type ToolCallUpdate } from './tool-call.ts';
export {
  PermissionOptionId,
} from '../../base/generated/permission.ts';

/** What choosing a permission option means. */
export type PermissionOptionKind =
  /** Allow it this time. */
  | 'allow_once'
  /** Allow it and do not ask again. */
  | 'allow_always'
  /** Reject it this time. */
  | 'reject_once'
  /** Reject it and do not ask again. */
  | 'reject_always';

/** Returns whether a value is a valid {@link PermissionOptionKind}. */
export function isPermissionOptionKind(value: unknown): value is PermissionOptionKind {
  return value === 'allow_once' || value === 'allow_always' || value === 'reject_once' || value === 'reject_always';
}

/** The shape of {@link PermissionOptionKind}, as data. */
export const PermissionOptionKindShape: Shape = { is: 'enum', values: ['allow_once', 'allow_always', 'reject_once', 'reject_always'] };

/** What choosing a permission option means. */
export const PermissionOptionKind: TypeReader<PermissionOptionKind> = {
  name: 'PermissionOptionKind',
  is: isPermissionOptionKind,
  decode: (value, reading) => decode(isPermissionOptionKind, PermissionOptionKindShape, value, reading),
  shape: PermissionOptionKindShape,
};

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
    isPermissionOptionKind(value.kind) &&
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

/** Asks the user whether a tool call may continue. */
export interface RequestPermissionRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** The tool call in question. */
  readonly toolCall: ToolCallUpdate;
  /** Answers to choose from. */
  readonly options: readonly PermissionOption[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link RequestPermissionRequest}. */
export function isRequestPermissionRequest(value: unknown): value is RequestPermissionRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    isToolCallUpdate(value.toolCall) &&
    isListOf(value.options, isPermissionOption) &&
    isMeta(value._meta);
}

/** The shape of {@link RequestPermissionRequest}, as data. */
export const RequestPermissionRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    toolCall: { of: ToolCallUpdateShape },
    options: { of: { is: 'list', of: PermissionOptionShape, notEmpty: true } },
    _meta: lenientMetaField,
  },
};

/** Asks the user whether a tool call may continue. */
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

/** The outcome of a permission request. An unknown outcome is not an approval. */
export type RequestPermissionOutcome =
  | ({ readonly outcome: 'cancelled' })
  | ({ readonly outcome: 'selected' } & SelectedPermissionOutcome);

/** Returns whether a value is a valid {@link RequestPermissionOutcome}. */
export function isRequestPermissionOutcome(value: unknown): value is RequestPermissionOutcome {
  if (!isObject(value)) return false;
  switch (value.outcome) {
    case 'cancelled':
      return true;
    case 'selected':
      return isSelectedPermissionOutcome(value);
    default:
      return false;
  }
}

/** The shape of {@link RequestPermissionOutcome}, as data. */
export const RequestPermissionOutcomeShape: TaggedShape = {
  is: 'tagged',
  tag: 'outcome',
  variants: {
    cancelled: { is: 'record', fields: {} },
    selected: SelectedPermissionOutcomeShape,
  },
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
