// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Id of a plan, unique within its session. */
export type PlanId = string;

/** Returns whether a value is a valid {@link PlanId}. */
export function isPlanId(value: unknown): value is PlanId {
  return typeof value === 'string';
}

/** The shape of {@link PlanId}, as data. */
export const PlanIdShape: Shape = { is: 'string', must: 'id' };

/** Id of a plan, unique within its session. */
export const PlanId: TypeReader<PlanId> = {
  name: 'PlanId',
  is: isPlanId,
  decode: (value, reading) => decode(isPlanId, PlanIdShape, value, reading),
  shape: PlanIdShape,
};

/** The values of {@link PlanEntryPriority} that the protocol defines. */
export type KnownPlanEntryPriority =
  /** The goal depends on it. */
  | 'high'
  /** It matters. */
  | 'medium'
  /** It would be good to have. */
  | 'low';
/** Any other value of {@link PlanEntryPriority}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownPlanEntryPriority = string & Record<never, never>;

/** Priority of a step of a plan. */
export type PlanEntryPriority = KnownPlanEntryPriority | UnknownPlanEntryPriority;

/** Returns whether the protocol defines this value. */
export function isKnownPlanEntryPriority(value: PlanEntryPriority): value is KnownPlanEntryPriority {
  return value === 'high' || value === 'medium' || value === 'low';
}

/** Returns whether a value is a valid {@link PlanEntryPriority}. */
export function isPlanEntryPriority(value: unknown): value is PlanEntryPriority {
  return typeof value === 'string';
}

/** The shape of {@link PlanEntryPriority}, as data. */
export const PlanEntryPriorityShape: Shape = { is: 'enum', values: ['high', 'medium', 'low'], open: true };

/** Priority of a step of a plan. */
export const PlanEntryPriority: TypeReader<PlanEntryPriority> = {
  name: 'PlanEntryPriority',
  is: isPlanEntryPriority,
  decode: (value, reading) => decode(isPlanEntryPriority, PlanEntryPriorityShape, value, reading),
  shape: PlanEntryPriorityShape,
};

/** The values of {@link PlanEntryStatus} that the protocol defines. */
export type KnownPlanEntryStatus =
  /** Not started. */
  | 'pending'
  /** In progress. */
  | 'in_progress'
  /** Completed. */
  | 'completed';
/** Any other value of {@link PlanEntryStatus}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownPlanEntryStatus = string & Record<never, never>;

/** Status of a step of a plan. */
export type PlanEntryStatus = KnownPlanEntryStatus | UnknownPlanEntryStatus;

/** Returns whether the protocol defines this value. */
export function isKnownPlanEntryStatus(value: PlanEntryStatus): value is KnownPlanEntryStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed';
}

/** Returns whether a value is a valid {@link PlanEntryStatus}. */
export function isPlanEntryStatus(value: unknown): value is PlanEntryStatus {
  return typeof value === 'string';
}

/** The shape of {@link PlanEntryStatus}, as data. */
export const PlanEntryStatusShape: Shape = { is: 'enum', values: ['pending', 'in_progress', 'completed'], open: true };

/** Status of a step of a plan. */
export const PlanEntryStatus: TypeReader<PlanEntryStatus> = {
  name: 'PlanEntryStatus',
  is: isPlanEntryStatus,
  decode: (value, reading) => decode(isPlanEntryStatus, PlanEntryStatusShape, value, reading),
  shape: PlanEntryStatusShape,
};

/** A step of a plan. */
export interface PlanEntry {
  /** What is to be done. */
  readonly content: string;
  /** Priority of the step. */
  readonly priority: PlanEntryPriority;
  /** Status of the step. */
  readonly status: PlanEntryStatus;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PlanEntry}. */
export function isPlanEntry(value: unknown): value is PlanEntry {
  return isObject(value) &&
    typeof value.content === 'string' &&
    typeof value.priority === 'string' &&
    typeof value.status === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link PlanEntry}, as data. */
export const PlanEntryShape: RecordShape = {
  is: 'record',
  fields: {
    content: { of: { is: 'string' } },
    priority: { of: PlanEntryPriorityShape },
    status: { of: PlanEntryStatusShape },
    _meta: metaField,
  },
};

/** A step of a plan. */
export const PlanEntry: TypeReader<PlanEntry> = {
  name: 'PlanEntry',
  is: isPlanEntry,
  decode: (value, reading) => decode(isPlanEntry, PlanEntryShape, value, reading),
  shape: PlanEntryShape,
};
