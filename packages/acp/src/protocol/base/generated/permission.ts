// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Names a permission option within its request. */
export type PermissionOptionId = string;

/** Whether a value is a valid {@link PermissionOptionId}. */
export function isPermissionOptionId(value: unknown): value is PermissionOptionId {
  return typeof value === 'string';
}

/** The shape of {@link PermissionOptionId}, as data. */
export const PermissionOptionIdShape: Shape = { is: 'string', must: 'id' };

/** Names a permission option within its request. */
export const PermissionOptionId: TypeReader<PermissionOptionId> = {
  name: 'PermissionOptionId',
  is: isPermissionOptionId,
  decode: (value, reading) => decode(isPermissionOptionId, PermissionOptionIdShape, value, reading),
  shape: PermissionOptionIdShape,
};

/** The person chose an option. */
export interface SelectedPermissionOutcome {
  /** The chosen option. */
  readonly optionId: PermissionOptionId;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SelectedPermissionOutcome}. */
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
    _meta: metaField,
  },
};

/** The person chose an option. */
export const SelectedPermissionOutcome: TypeReader<SelectedPermissionOutcome> = {
  name: 'SelectedPermissionOutcome',
  is: isSelectedPermissionOutcome,
  decode: (value, reading) => decode(isSelectedPermissionOutcome, SelectedPermissionOutcomeShape, value, reading),
  shape: SelectedPermissionOutcomeShape,
};

/** What came of a permission request; anything unknown is no approval. */
export type RequestPermissionOutcome =
  | ({ readonly outcome: 'cancelled' })
  | ({ readonly outcome: 'selected' } & SelectedPermissionOutcome);

/** Whether a value is a valid {@link RequestPermissionOutcome}. */
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
export const RequestPermissionOutcomeShape: Shape = {
  is: 'tagged',
  tag: 'outcome',
  variants: {
    cancelled: { is: 'record', fields: {} },
    selected: SelectedPermissionOutcomeShape,
  },
};

/** What came of a permission request; anything unknown is no approval. */
export const RequestPermissionOutcome: TypeReader<RequestPermissionOutcome> = {
  name: 'RequestPermissionOutcome',
  is: isRequestPermissionOutcome,
  decode: (value, reading) => decode(isRequestPermissionOutcome, RequestPermissionOutcomeShape, value, reading),
  shape: RequestPermissionOutcomeShape,
};

/** The answer to a permission request. */
export interface RequestPermissionResponse {
  /** What the person decided. */
  readonly outcome: RequestPermissionOutcome;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link RequestPermissionResponse}. */
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
    _meta: metaField,
  },
};

/** The answer to a permission request. */
export const RequestPermissionResponse: TypeReader<RequestPermissionResponse> = {
  name: 'RequestPermissionResponse',
  is: isRequestPermissionResponse,
  decode: (value, reading) => decode(isRequestPermissionResponse, RequestPermissionResponseShape, value, reading),
  shape: RequestPermissionResponseShape,
};
