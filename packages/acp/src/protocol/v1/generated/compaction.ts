// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape } from '../../reading/shape.ts';
import {
  CompactionIdShape,
  type CompactionId,
  CompactionStatusShape,
  type CompactionStatus,
} from '../../base/generated/compaction.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';
export {
  CompactionId,
  CompactionStatus,
  isKnownCompactionStatus,
  type KnownCompactionStatus,
  type UnknownCompactionStatus,
} from '../../base/generated/compaction.ts';

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
