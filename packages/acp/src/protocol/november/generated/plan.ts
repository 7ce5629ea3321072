// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';
import { PlanEntryPriorityShape, type PlanEntryPriority, PlanIdShape, type PlanId } from '../../base/generated/plan.ts';
export {
  PlanId,
  PlanEntryPriority,
  isKnownPlanEntryPriority,
  type KnownPlanEntryPriority,
  type UnknownPlanEntryPriority,
} from '../../base/generated/plan.ts';

/** The values of {@link PlanEntryStatus} that the protocol defines. */
export type KnownPlanEntryStatus =
  /** Not started. */
  | 'pending'
  /** In progress. */
  | 'in_progress'
  /** Completed. */
  | 'completed'
  /** Given up. */
  | 'cancelled';
/** Any other value of {@link PlanEntryStatus}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownPlanEntryStatus = string & Record<never, never>;

/** Status of a step of a plan. */
export type PlanEntryStatus = KnownPlanEntryStatus | UnknownPlanEntryStatus;

/** Returns whether the protocol defines this value. */
export function isKnownPlanEntryStatus(value: PlanEntryStatus): value is KnownPlanEntryStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed' || value === 'cancelled';
}

/** Returns whether a value is a valid {@link PlanEntryStatus}. */
export function isPlanEntryStatus(value: unknown): value is PlanEntryStatus {
  return typeof value === 'string';
}

/** The shape of {@link PlanEntryStatus}, as data. */
export const PlanEntryStatusShape: Shape = { is: 'enum', values: ['pending', 'in_progress', 'completed', 'cancelled'], open: true };

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

/** A plan as a list of steps. */
export interface PlanItems {
  /** Id of the plan. */
  readonly planId: PlanId;
  /** All steps. */
  readonly entries: readonly PlanEntry[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PlanItems}. */
export function isPlanItems(value: unknown): value is PlanItems {
  return isObject(value) &&
    typeof value.planId === 'string' &&
    isListOf(value.entries, isPlanEntry) &&
    isMeta(value._meta);
}

/** The shape of {@link PlanItems}, as data. */
export const PlanItemsShape: RecordShape = {
  is: 'record',
  fields: {
    planId: { of: PlanIdShape },
    entries: { of: { is: 'list', of: PlanEntryShape }, lenient: 'items' },
    _meta: lenientMetaField,
  },
};

/** A plan as a list of steps. */
export const PlanItems: TypeReader<PlanItems> = {
  name: 'PlanItems',
  is: isPlanItems,
  decode: (value, reading) => decode(isPlanItems, PlanItemsShape, value, reading),
  shape: PlanItemsShape,
};

/** The variants of {@link PlanUpdateContent} that the protocol defines. */
export type KnownPlanUpdateContent =
  | ({ readonly type: 'items' } & PlanItems);

/** Any other variant of {@link PlanUpdateContent}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownPlanUpdateContent =
  | ({
      readonly type: `_${string}`;
      /** Id of the plan. */
      readonly planId: PlanId;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      /** Id of the plan. */
      readonly planId: PlanId;
      readonly [key: string]: unknown;
    });

/** The content of a plan. */
export type PlanUpdateContent = KnownPlanUpdateContent | UnknownPlanUpdateContent;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownPlanUpdateContent(value: PlanUpdateContent): value is KnownPlanUpdateContent {
  return value.type === 'items';
}

/** Returns whether a value is a valid {@link PlanUpdateContent}. */
export function isPlanUpdateContent(value: unknown): value is PlanUpdateContent {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'items':
      return isPlanItems(value);
    default:
      return typeof value.type === 'string' && typeof value.planId === 'string';
  }
}

/** The shape of {@link PlanUpdateContent}, as data. */
export const PlanUpdateContentShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    items: PlanItemsShape,
  },
  rest: {
  is: 'record',
  fields: {
    planId: { of: PlanIdShape },
  },
},
};

/** The content of a plan. */
export const PlanUpdateContent: TypeReader<PlanUpdateContent> = {
  name: 'PlanUpdateContent',
  is: isPlanUpdateContent,
  decode: (value, reading) => decode(isPlanUpdateContent, PlanUpdateContentShape, value, reading),
  shape: PlanUpdateContentShape,
};

/** Creates a plan, or replaces the plan with the same id. */
export interface PlanUpdate {
  /** The whole plan. */
  readonly plan: PlanUpdateContent;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PlanUpdate}. */
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
    _meta: lenientMetaField,
  },
};

/** Creates a plan, or replaces the plan with the same id. */
export const PlanUpdate: TypeReader<PlanUpdate> = {
  name: 'PlanUpdate',
  is: isPlanUpdate,
  decode: (value, reading) => decode(isPlanUpdate, PlanUpdateShape, value, reading),
  shape: PlanUpdateShape,
};
