// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type Shape } from '../../reading/shape.ts';

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
