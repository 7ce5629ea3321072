// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';

/** Patches what is known of the session: omitted leaves, null clears, a value replaces. */
export interface SessionInfoUpdate {
  /** Its title, for people. */
  readonly title?: string | null;
  /** When something last happened in it, as an ISO 8601 time. */
  readonly updatedAt?: string | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link SessionInfoUpdate}. */
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

/** Patches what is known of the session: omitted leaves, null clears, a value replaces. */
export const SessionInfoUpdate: TypeReader<SessionInfoUpdate> = {
  name: 'SessionInfoUpdate',
  is: isSessionInfoUpdate,
  decode: (value, reading) => decode(isSessionInfoUpdate, SessionInfoUpdateShape, value, reading),
  shape: SessionInfoUpdateShape,
};

/** What the session has cost so far. */
export interface Cost {
  /** How much. */
  readonly amount: number;
  /** In which currency, as an ISO 4217 code. */
  readonly currency: string;
}

/** Whether a value is a valid {@link Cost}. */
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

/** What the session has cost so far. */
export const Cost: TypeReader<Cost> = {
  name: 'Cost',
  is: isCost,
  decode: (value, reading) => decode(isCost, CostShape, value, reading),
  shape: CostShape,
};

/** How full the context is, and what it has cost. */
export interface UsageUpdate {
  /** Tokens in the context now. */
  readonly used: number;
  /** Tokens that the context can hold. */
  readonly size: number;
  /** The cost so far. */
  readonly cost?: Cost | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link UsageUpdate}. */
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

/** How full the context is, and what it has cost. */
export const UsageUpdate: TypeReader<UsageUpdate> = {
  name: 'UsageUpdate',
  is: isUsageUpdate,
  decode: (value, reading) => decode(isUsageUpdate, UsageUpdateShape, value, reading),
  shape: UsageUpdateShape,
};
