// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';

/** Id of a compaction, unique within its session. */
export type CompactionId = string;

/** Returns whether a value is a valid {@link CompactionId}. */
export function isCompactionId(value: unknown): value is CompactionId {
  return typeof value === 'string';
}

/** The shape of {@link CompactionId}, as data. */
export const CompactionIdShape: Shape = { is: 'string', must: 'id' };

/** Id of a compaction, unique within its session. */
export const CompactionId: TypeReader<CompactionId> = {
  name: 'CompactionId',
  is: isCompactionId,
  decode: (value, reading) => decode(isCompactionId, CompactionIdShape, value, reading),
  shape: CompactionIdShape,
};

/** The values of {@link CompactionStatus} that the protocol defines. */
export type KnownCompactionStatus =
  /** In progress. */
  | 'in_progress'
  /** Completed. */
  | 'completed'
  /** Ended with an error. */
  | 'failed'
  /** Cancelled. */
  | 'cancelled';
/** Any other value of {@link CompactionStatus}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownCompactionStatus = string & Record<never, never>;

/** Status of a compaction. */
export type CompactionStatus = KnownCompactionStatus | UnknownCompactionStatus;

/** Returns whether the protocol defines this value. */
export function isKnownCompactionStatus(value: CompactionStatus): value is KnownCompactionStatus {
  return value === 'in_progress' || value === 'completed' || value === 'failed' || value === 'cancelled';
}

/** Returns whether a value is a valid {@link CompactionStatus}. */
export function isCompactionStatus(value: unknown): value is CompactionStatus {
  return typeof value === 'string';
}

/** The shape of {@link CompactionStatus}, as data. */
export const CompactionStatusShape: Shape = { is: 'enum', values: ['in_progress', 'completed', 'failed', 'cancelled'], open: true };

/** Status of a compaction. */
export const CompactionStatus: TypeReader<CompactionStatus> = {
  name: 'CompactionStatus',
  is: isCompactionStatus,
  decode: (value, reading) => decode(isCompactionStatus, CompactionStatusShape, value, reading),
  shape: CompactionStatusShape,
};

/** Creates or updates a compaction: omitted keeps, null clears, a value replaces. */
export interface CompactionUpdate {
  /** Id of the compaction. */
  readonly compactionId: CompactionId;
  /** Status of the compaction. */
  readonly status: CompactionStatus;
  /** The whole summary. */
  readonly summary?: readonly ContentBlock[] | null;
  /** Why the compaction failed. */
  readonly error?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CompactionUpdate}. */
export function isCompactionUpdate(value: unknown): value is CompactionUpdate {
  return isObject(value) &&
    typeof value.compactionId === 'string' &&
    typeof value.status === 'string' &&
    (value.summary === undefined || value.summary === null || isListOf(value.summary, isContentBlock)) &&
    (value.error === undefined || value.error === null || typeof value.error === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link CompactionUpdate}, as data. */
export const CompactionUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    compactionId: { of: CompactionIdShape },
    status: { of: CompactionStatusShape },
    summary: { of: { is: 'nullable', of: { is: 'list', of: ContentBlockShape } }, optional: true, lenient: true },
    error: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Creates or updates a compaction: omitted keeps, null clears, a value replaces. */
export const CompactionUpdate: TypeReader<CompactionUpdate> = {
  name: 'CompactionUpdate',
  is: isCompactionUpdate,
  decode: (value, reading) => decode(isCompactionUpdate, CompactionUpdateShape, value, reading),
  shape: CompactionUpdateShape,
};

/** Appends a piece to the summary of a compaction. */
export interface CompactionSummaryChunk {
  /** Id of the compaction. */
  readonly compactionId: CompactionId;
  /** The piece to append. */
  readonly content: ContentBlock;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CompactionSummaryChunk}. */
export function isCompactionSummaryChunk(value: unknown): value is CompactionSummaryChunk {
  return isObject(value) &&
    typeof value.compactionId === 'string' &&
    isContentBlock(value.content) &&
    isMeta(value._meta);
}

/** The shape of {@link CompactionSummaryChunk}, as data. */
export const CompactionSummaryChunkShape: RecordShape = {
  is: 'record',
  fields: {
    compactionId: { of: CompactionIdShape },
    content: { of: ContentBlockShape },
    _meta: lenientMetaField,
  },
};

/** Appends a piece to the summary of a compaction. */
export const CompactionSummaryChunk: TypeReader<CompactionSummaryChunk> = {
  name: 'CompactionSummaryChunk',
  is: isCompactionSummaryChunk,
  decode: (value, reading) => decode(isCompactionSummaryChunk, CompactionSummaryChunkShape, value, reading),
  shape: CompactionSummaryChunkShape,
};
