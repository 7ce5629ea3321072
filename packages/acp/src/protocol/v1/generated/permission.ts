// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { PermissionOptionIdShape, type PermissionOptionId } from '../../base/generated/permission.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { isToolCallUpdate, ToolCallUpdateShape, type ToolCallUpdate } from './tool-call.ts';

/** What choosing a permission option means. */
export type PermissionOptionKind =
  /** Yes, this time. */
  | 'allow_once'
  /** Yes, and do not ask again. */
  | 'allow_always'
  /** No, not this time. */
  | 'reject_once'
  /** No, and do not ask again. */
  | 'reject_always';

/** Whether a value is a valid {@link PermissionOptionKind}. */
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

/** One answer that a person can give to a permission request. */
export interface PermissionOption {
  /** The option, for the answer. */
  readonly optionId: PermissionOptionId;
  /** The label to show. */
  readonly name: string;
  /** What choosing it means. */
  readonly kind: PermissionOptionKind;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PermissionOption}. */
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
    _meta: metaField,
  },
};

/** One answer that a person can give to a permission request. */
export const PermissionOption: TypeReader<PermissionOption> = {
  name: 'PermissionOption',
  is: isPermissionOption,
  decode: (value, reading) => decode(isPermissionOption, PermissionOptionShape, value, reading),
  shape: PermissionOptionShape,
};

/** Asks the person whether a tool call may go on. */
export interface RequestPermissionRequest {
  /** The session. */
  readonly sessionId: SessionId;
  /** The tool call in question. */
  readonly toolCall: ToolCallUpdate;
  /** The answers to choose from. */
  readonly options: readonly PermissionOption[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link RequestPermissionRequest}. */
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
    _meta: metaField,
  },
};

/** Asks the person whether a tool call may go on. */
export const RequestPermissionRequest: TypeReader<RequestPermissionRequest> = {
  name: 'RequestPermissionRequest',
  is: isRequestPermissionRequest,
  decode: (value, reading) => decode(isRequestPermissionRequest, RequestPermissionRequestShape, value, reading),
  shape: RequestPermissionRequestShape,
};
