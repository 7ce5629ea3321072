// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** The values of {@link PlanEntryPriority} that the draft names. */
export type KnownPlanEntryPriority =
  /** The goal hangs on it. */
  | 'high'
  /** It matters. */
  | 'medium'
  /** It would be good to have. */
  | 'low';
/** Any other value of {@link PlanEntryPriority}: an extension if it begins with `_`, else one of a later draft. */
export type UnknownPlanEntryPriority = string & Record<never, never>;

/** How much a step of a plan matters. */
export type PlanEntryPriority = KnownPlanEntryPriority | UnknownPlanEntryPriority;

/** Whether the draft names this value. */
export function isKnownPlanEntryPriority(value: PlanEntryPriority): value is KnownPlanEntryPriority {
  return value === 'high' || value === 'medium' || value === 'low';
}

/** Whether a value is a valid {@link PlanEntryPriority}. */
export function isPlanEntryPriority(value: unknown): value is PlanEntryPriority {
  return typeof value === 'string';
}

/** The shape of {@link PlanEntryPriority}, as data. */
export const PlanEntryPriorityShape: Shape = { is: 'enum', values: ['high', 'medium', 'low'], open: true };

/** How much a step of a plan matters. */
export const PlanEntryPriority: TypeReader<PlanEntryPriority> = {
  name: 'PlanEntryPriority',
  is: isPlanEntryPriority,
  decode: (value, reading) => decode(isPlanEntryPriority, PlanEntryPriorityShape, value, reading),
  shape: PlanEntryPriorityShape,
};

/** The values of {@link PlanEntryStatus} that the draft names. */
export type KnownPlanEntryStatus =
  /** Not started. */
  | 'pending'
  /** Being worked on. */
  | 'in_progress'
  /** Done. */
  | 'completed';
/** Any other value of {@link PlanEntryStatus}: an extension if it begins with `_`, else one of a later draft. */
export type UnknownPlanEntryStatus = string & Record<never, never>;

/** How far a step of a plan has come. */
export type PlanEntryStatus = KnownPlanEntryStatus | UnknownPlanEntryStatus;

/** Whether the draft names this value. */
export function isKnownPlanEntryStatus(value: PlanEntryStatus): value is KnownPlanEntryStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed';
}

/** Whether a value is a valid {@link PlanEntryStatus}. */
export function isPlanEntryStatus(value: unknown): value is PlanEntryStatus {
  return typeof value === 'string';
}

/** The shape of {@link PlanEntryStatus}, as data. */
export const PlanEntryStatusShape: Shape = { is: 'enum', values: ['pending', 'in_progress', 'completed'], open: true };

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

/** One step of a plan. */
export const PlanEntry: TypeReader<PlanEntry> = {
  name: 'PlanEntry',
  is: isPlanEntry,
  decode: (value, reading) => decode(isPlanEntry, PlanEntryShape, value, reading),
  shape: PlanEntryShape,
};

/** Names a plan within its session. */
export type PlanId = string;

/** Whether a value is a valid {@link PlanId}. */
export function isPlanId(value: unknown): value is PlanId {
  return typeof value === 'string';
}

/** The shape of {@link PlanId}, as data. */
export const PlanIdShape: Shape = { is: 'string', must: 'id' };

/** Names a plan within its session. */
export const PlanId: TypeReader<PlanId> = {
  name: 'PlanId',
  is: isPlanId,
  decode: (value, reading) => decode(isPlanId, PlanIdShape, value, reading),
  shape: PlanIdShape,
};

/** A plan as a list of steps. */
export interface PlanItems {
  /** The plan. */
  readonly id: PlanId;
  /** All its steps. */
  readonly entries: readonly PlanEntry[];
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PlanItems}. */
export function isPlanItems(value: unknown): value is PlanItems {
  return isObject(value) &&
    typeof value.id === 'string' &&
    isListOf(value.entries, isPlanEntry) &&
    isMeta(value._meta);
}

/** The shape of {@link PlanItems}, as data. */
export const PlanItemsShape: RecordShape = {
  is: 'record',
  fields: {
    id: { of: PlanIdShape },
    entries: { of: { is: 'list', of: PlanEntryShape }, lenient: true },
    _meta: metaField,
  },
};

/** A plan as a list of steps. */
export const PlanItems: TypeReader<PlanItems> = {
  name: 'PlanItems',
  is: isPlanItems,
  decode: (value, reading) => decode(isPlanItems, PlanItemsShape, value, reading),
  shape: PlanItemsShape,
};

/** The variants of {@link PlanUpdateContent} that the draft defines. */
export type KnownPlanUpdateContent =
  | ({ readonly type: 'items' } & PlanItems);

/** Any other variant of {@link PlanUpdateContent}, kept as it came: an extension if its tag begins with `_`, else one of a later draft. */
export type UnknownPlanUpdateContent =
  | ({
      readonly type: `_${string}`;
      /** The plan. */
      readonly id: PlanId;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      /** The plan. */
      readonly id: PlanId;
      readonly [key: string]: unknown;
    });

/** A plan in one of its forms. */
export type PlanUpdateContent = KnownPlanUpdateContent | UnknownPlanUpdateContent;

/** Whether the draft defines this variant; false for what is kept as it came. */
export function isKnownPlanUpdateContent(value: PlanUpdateContent): value is KnownPlanUpdateContent {
  return value.type === 'items';
}

/** Whether a value is a valid {@link PlanUpdateContent}. */
export function isPlanUpdateContent(value: unknown): value is PlanUpdateContent {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'items':
      return isPlanItems(value);
    case 'file':
    case 'markdown':
      return false;
    default:
      return typeof value.type === 'string' && typeof value.id === 'string';
  }
}

/** The shape of {@link PlanUpdateContent}, as data. */
export const PlanUpdateContentShape: Shape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    items: PlanItemsShape,
  },
  rest: {
  is: 'record',
  fields: {
    id: { of: PlanIdShape },
  },
},
  reserved: ['file', 'markdown'],
};

/** A plan in one of its forms. */
export const PlanUpdateContent: TypeReader<PlanUpdateContent> = {
  name: 'PlanUpdateContent',
  is: isPlanUpdateContent,
  decode: (value, reading) => decode(isPlanUpdateContent, PlanUpdateContentShape, value, reading),
  shape: PlanUpdateContentShape,
};

/** Creates a plan, or replaces the one with the same id. */
export interface PlanUpdate {
  /** The whole plan. */
  readonly plan: PlanUpdateContent;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link PlanUpdate}. */
export function isPlanUpdate(value: unknown): value is PlanUpdate {
  return isObject(value) &&
    isPlanUpdateContent(value.plan) &&
    isMeta(value._meta);
}

/** The shape of {@link PlanUpdate}, as data. */
export const PlanUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    plan: { of: PlanUpdateContentShape },
    _meta: metaField,
  },
};

/** Creates a plan, or replaces the one with the same id. */
export const PlanUpdate: TypeReader<PlanUpdate> = {
  name: 'PlanUpdate',
  is: isPlanUpdate,
  decode: (value, reading) => decode(isPlanUpdate, PlanUpdateShape, value, reading),
  shape: PlanUpdateShape,
};
