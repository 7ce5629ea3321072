// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Priority of a step of a plan. */
export type PlanEntryPriority =
  /** The goal depends on it. */
  | 'high'
  /** It matters. */
  | 'medium'
  /** It would be good to have. */
  | 'low';

/** Returns whether a value is a valid {@link PlanEntryPriority}. */
export function isPlanEntryPriority(value: unknown): value is PlanEntryPriority {
  return value === 'high' || value === 'medium' || value === 'low';
}

/** The shape of {@link PlanEntryPriority}, as data. */
export const PlanEntryPriorityShape: Shape = { is: 'enum', values: ['high', 'medium', 'low'] };

/** Priority of a step of a plan. */
export const PlanEntryPriority: TypeReader<PlanEntryPriority> = {
  name: 'PlanEntryPriority',
  is: isPlanEntryPriority,
  decode: (value, reading) => decode(isPlanEntryPriority, PlanEntryPriorityShape, value, reading),
  shape: PlanEntryPriorityShape,
};

/** Status of a step of a plan. */
export type PlanEntryStatus =
  /** Not started. */
  | 'pending'
  /** In progress. */
  | 'in_progress'
  /** Completed. */
  | 'completed';

/** Returns whether a value is a valid {@link PlanEntryStatus}. */
export function isPlanEntryStatus(value: unknown): value is PlanEntryStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed';
}

/** The shape of {@link PlanEntryStatus}, as data. */
export const PlanEntryStatusShape: Shape = { is: 'enum', values: ['pending', 'in_progress', 'completed'] };

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
    isPlanEntryPriority(value.priority) &&
    isPlanEntryStatus(value.status) &&
    isMeta(value._meta);
}

/** The shape of {@link PlanEntry}, as data. */
export const PlanEntryShape: RecordShape = {
  is: 'record',
  fields: {
    content: { of: { is: 'string' } },
    priority: { of: PlanEntryPriorityShape },
    status: { of: PlanEntryStatusShape },
    _meta: lenientMetaField,
  },
};

/** A step of a plan. */
export const PlanEntry: TypeReader<PlanEntry> = {
  name: 'PlanEntry',
  is: isPlanEntry,
  decode: (value, reading) => decode(isPlanEntry, PlanEntryShape, value, reading),
  shape: PlanEntryShape,
};

/** The plan of the session. Replaces the previous one. */
export interface Plan {
  /** All steps. */
  readonly entries: readonly PlanEntry[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Plan}. */
export function isPlan(value: unknown): value is Plan {
  return isObject(value) &&
    isListOf(value.entries, isPlanEntry) &&
    isMeta(value._meta);
}

/** The shape of {@link Plan}, as data. */
export const PlanShape: RecordShape = {
  is: 'record',
  fields: {
    entries: { of: { is: 'list', of: PlanEntryShape }, lenient: true },
    _meta: lenientMetaField,
  },
};

/** The plan of the session. Replaces the previous one. */
export const Plan: TypeReader<Plan> = {
  name: 'Plan',
  is: isPlan,
  decode: (value, reading) => decode(isPlan, PlanShape, value, reading),
  shape: PlanShape,
};
