// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** How much a step of a plan matters. */
export type PlanEntryPriority =
  /** The goal hangs on it. */
  | 'high'
  /** It matters. */
  | 'medium'
  /** It would be good to have. */
  | 'low';

/** Whether a value is a valid {@link PlanEntryPriority}. */
export function isPlanEntryPriority(value: unknown): value is PlanEntryPriority {
  return value === 'high' || value === 'medium' || value === 'low';
}

/** The shape of {@link PlanEntryPriority}, as data. */
export const PlanEntryPriorityShape: Shape = { is: 'enum', values: ['high', 'medium', 'low'] };

/** How much a step of a plan matters. */
export const PlanEntryPriority: TypeReader<PlanEntryPriority> = {
  name: 'PlanEntryPriority',
  is: isPlanEntryPriority,
  decode: (value, reading) => decode(isPlanEntryPriority, PlanEntryPriorityShape, value, reading),
  shape: PlanEntryPriorityShape,
};

/** How far a step of a plan has come. */
export type PlanEntryStatus =
  /** Not started. */
  | 'pending'
  /** Being worked on. */
  | 'in_progress'
  /** Done. */
  | 'completed';

/** Whether a value is a valid {@link PlanEntryStatus}. */
export function isPlanEntryStatus(value: unknown): value is PlanEntryStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed';
}

/** The shape of {@link PlanEntryStatus}, as data. */
export const PlanEntryStatusShape: Shape = { is: 'enum', values: ['pending', 'in_progress', 'completed'] };

/** How far a step of a plan has come. */
export const PlanEntryStatus: TypeReader<PlanEntryStatus> = {
  name: 'PlanEntryStatus',
  is: isPlanEntryStatus,
  decode: (value, reading) => decode(isPlanEntryStatus, PlanEntryStatusShape, value, reading),
  shape: PlanEntryStatusShape,
};

/** One step of a plan. */
export interface PlanEntry {
  /** What is to be done. */
  readonly content: string;
  /** How much it matters. */
  readonly priority: PlanEntryPriority;
  /** How far it has come. */
  readonly status: PlanEntryStatus;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PlanEntry}. */
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
    _meta: metaField,
  },
};

/** One step of a plan. */
export const PlanEntry: TypeReader<PlanEntry> = {
  name: 'PlanEntry',
  is: isPlanEntry,
  decode: (value, reading) => decode(isPlanEntry, PlanEntryShape, value, reading),
  shape: PlanEntryShape,
};

/** The plan of the session; replaces the one before. */
export interface Plan {
  /** All its steps. */
  readonly entries: readonly PlanEntry[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link Plan}. */
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
    _meta: metaField,
  },
};

/** The plan of the session; replaces the one before. */
export const Plan: TypeReader<Plan> = {
  name: 'Plan',
  is: isPlan,
  decode: (value, reading) => decode(isPlan, PlanShape, value, reading),
  shape: PlanShape,
};
