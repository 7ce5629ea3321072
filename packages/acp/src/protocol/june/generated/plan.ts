// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import { PlanIdShape, type PlanId, isPlanEntry, PlanEntryShape, type PlanEntry } from '../../base/generated/plan.ts';
export {
  PlanId,
  PlanEntryPriority,
  isKnownPlanEntryPriority,
  type KnownPlanEntryPriority,
  type UnknownPlanEntryPriority,
  PlanEntryStatus,
  isKnownPlanEntryStatus,
  type KnownPlanEntryStatus,
  type UnknownPlanEntryStatus,
  PlanEntry,
} from '../../base/generated/plan.ts';

/** A plan as a list of steps. */
export interface PlanItems {
  /** Id of the plan. */
  readonly id: PlanId;
  /** All steps. */
  readonly entries: readonly PlanEntry[];
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link PlanItems}. */
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

/** The variants of {@link PlanUpdateContent} that the protocol defines. */
export type KnownPlanUpdateContent =
  | ({ readonly type: 'items' } & PlanItems);

/** Any other variant of {@link PlanUpdateContent}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownPlanUpdateContent =
  | ({
      readonly type: `_${string}`;
      /** Id of the plan. */
      readonly id: PlanId;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      /** Id of the plan. */
      readonly id: PlanId;
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
    case 'file':
    case 'markdown':
      return false;
    default:
      return typeof value.type === 'string' && typeof value.id === 'string';
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
    id: { of: PlanIdShape },
  },
},
  reserved: ['file', 'markdown'],
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
    _meta: metaField,
  },
};

/** Creates a plan, or replaces the plan with the same id. */
export const PlanUpdate: TypeReader<PlanUpdate> = {
  name: 'PlanUpdate',
  is: isPlanUpdate,
  decode: (value, reading) => decode(isPlanUpdate, PlanUpdateShape, value, reading),
  shape: PlanUpdateShape,
};
