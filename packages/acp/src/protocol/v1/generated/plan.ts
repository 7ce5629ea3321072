// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode, type Reading } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type Decoded } from '../../reading/issue.ts';
import { metaField } from '../../reading/meta.ts';
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

/** Reads a {@link PlanEntryPriority}: the received value itself, or what is wrong with it. */
export function decodePlanEntryPriority(value: unknown, reading?: Reading): Decoded<PlanEntryPriority> {
  return decode(isPlanEntryPriority, PlanEntryPriorityShape, value, reading);
}

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

/** Reads a {@link PlanEntryStatus}: the received value itself, or what is wrong with it. */
export function decodePlanEntryStatus(value: unknown, reading?: Reading): Decoded<PlanEntryStatus> {
  return decode(isPlanEntryStatus, PlanEntryStatusShape, value, reading);
}

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

/** Reads a {@link PlanEntry}: the received value itself, or what is wrong with it. */
export function decodePlanEntry(value: unknown, reading?: Reading): Decoded<PlanEntry> {
  return decode(isPlanEntry, PlanEntryShape, value, reading);
}

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

/** Reads a {@link Plan}: the received value itself, or what is wrong with it. */
export function decodePlan(value: unknown, reading?: Reading): Decoded<Plan> {
  return decode(isPlan, PlanShape, value, reading);
}
