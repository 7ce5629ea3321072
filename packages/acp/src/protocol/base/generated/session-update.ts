// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';

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
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    updatedAt: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    _meta: metaField,
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
}

/** Returns whether a value is a valid {@link Cost}. */
export function isCost(value: unknown): value is Cost {
  return isObject(value) &&
    typeof value.amount === 'number' &&
    typeof value.currency === 'string';
}

/** The shape of {@link Cost}, as data. */
export const CostShape: RecordShape = {
  is: 'record',
  fields: {
    amount: { of: { is: 'double' } },
    currency: { of: { is: 'string' } },
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
    _meta: metaField,
  },
};

/** Use of the context window, and cost. */
export const UsageUpdate: TypeReader<UsageUpdate> = {
  name: 'UsageUpdate',
  is: isUsageUpdate,
  decode: (value, reading) => decode(isUsageUpdate, UsageUpdateShape, value, reading),
  shape: UsageUpdateShape,
};
