// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** Names a tool call within its session. */
export type ToolCallId = string;

/** Whether a value is a valid {@link ToolCallId}. */
export function isToolCallId(value: unknown): value is ToolCallId {
  return typeof value === 'string';
}

/** The shape of {@link ToolCallId}, as data. */
export const ToolCallIdShape: Shape = { is: 'string', must: 'id' };

/** Names a tool call within its session. */
export const ToolCallId: TypeReader<ToolCallId> = {
  name: 'ToolCallId',
  is: isToolCallId,
  decode: (value, reading) => decode(isToolCallId, ToolCallIdShape, value, reading),
  shape: ToolCallIdShape,
};

/** A change to a file, as the text before and after. */
export interface Diff {
  /** The file, as an absolute path. */
  readonly path: string;
  /** The text before; none for a new file. */
  readonly oldText?: string | null;
  /** The text after. */
  readonly newText: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link Diff}. */
export function isDiff(value: unknown): value is Diff {
  return isObject(value) &&
    typeof value.path === 'string' &&
    (value.oldText === undefined || value.oldText === null || typeof value.oldText === 'string') &&
    typeof value.newText === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link Diff}, as data. */
export const DiffShape: RecordShape = {
  is: 'record',
  fields: {
    path: { of: { is: 'string', must: 'path' } },
    oldText: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    newText: { of: { is: 'string' } },
    _meta: metaField,
  },
};

/** A change to a file, as the text before and after. */
export const Diff: TypeReader<Diff> = {
  name: 'Diff',
  is: isDiff,
  decode: (value, reading) => decode(isDiff, DiffShape, value, reading),
  shape: DiffShape,
};

/** A place that a tool call looks at or changes. */
export interface ToolCallLocation {
  /** The file, as an absolute path. */
  readonly path: string;
  /** The line, counted from 1. */
  readonly line?: number | null;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link ToolCallLocation}. */
export function isToolCallLocation(value: unknown): value is ToolCallLocation {
  return isObject(value) &&
    typeof value.path === 'string' &&
    (value.line === undefined || value.line === null || isInteger(value.line, 0)) &&
    isMeta(value._meta);
}

/** The shape of {@link ToolCallLocation}, as data. */
export const ToolCallLocationShape: RecordShape = {
  is: 'record',
  fields: {
    path: { of: { is: 'string', must: 'path' } },
    line: { of: { is: 'nullable', of: { is: 'integer', min: 0, must: 'line' } }, optional: true },
    _meta: metaField,
  },
};

/** A place that a tool call looks at or changes. */
export const ToolCallLocation: TypeReader<ToolCallLocation> = {
  name: 'ToolCallLocation',
  is: isToolCallLocation,
  decode: (value, reading) => decode(isToolCallLocation, ToolCallLocationShape, value, reading),
  shape: ToolCallLocationShape,
};
