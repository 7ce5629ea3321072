// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { isWritable } from '../../reading/nesting.ts';
import { type RecordShape, type TaggedShape } from '../../reading/shape.ts';
import {
  ToolCallIdShape,
  type ToolCallId,
  isContent,
  ContentShape,
  type Content,
  isDiff,
  DiffShape,
  type Diff,
  ToolKindShape,
  type ToolKind,
  ToolCallStatusShape,
  type ToolCallStatus,
  isToolCallLocation,
  ToolCallLocationShape,
  type ToolCallLocation,
} from '../../base/generated/tool-call.ts';
export {
  ToolCallId,
  ToolKind,
  isKnownToolKind,
  type KnownToolKind,
  type UnknownToolKind,
  ToolCallStatus,
  isKnownToolCallStatus,
  type KnownToolCallStatus,
  type UnknownToolCallStatus,
  Content,
  Diff,
  ToolCallLocation,
} from '../../base/generated/tool-call.ts';

/** The variants of {@link ToolCallContent} that the protocol defines. */
export type KnownToolCallContent =
  | ({ readonly type: 'content' } & Content)
  | ({ readonly type: 'diff' } & Diff);

/** Any other variant of {@link ToolCallContent}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownToolCallContent =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** A piece of what a tool call shows. */
export type ToolCallContent = KnownToolCallContent | UnknownToolCallContent;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownToolCallContent(value: ToolCallContent): value is KnownToolCallContent {
  return value.type === 'content' || value.type === 'diff';
}

/** Returns whether a value is a valid {@link ToolCallContent}. */
export function isToolCallContent(value: unknown): value is ToolCallContent {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'content':
      return isContent(value);
    case 'diff':
      return isDiff(value);
    default:
      return typeof value.type === 'string';
  }
}

/** The shape of {@link ToolCallContent}, as data. */
export const ToolCallContentShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    content: ContentShape,
    diff: DiffShape,
  },
  rest: { is: 'record', fields: {} },
};

/** A piece of what a tool call shows. */
export const ToolCallContent: TypeReader<ToolCallContent> = {
  name: 'ToolCallContent',
  is: isToolCallContent,
  decode: (value, reading) => decode(isToolCallContent, ToolCallContentShape, value, reading),
  shape: ToolCallContentShape,
};

/** Appends a piece to what a tool call shows. */
export interface ToolCallContentChunk {
  /** Id of the tool call. */
  readonly toolCallId: ToolCallId;
  /** The piece to append. */
  readonly content: ToolCallContent;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ToolCallContentChunk}. */
export function isToolCallContentChunk(value: unknown): value is ToolCallContentChunk {
  return isObject(value) &&
    typeof value.toolCallId === 'string' &&
    isToolCallContent(value.content) &&
    isMeta(value._meta);
}

/** The shape of {@link ToolCallContentChunk}, as data. */
export const ToolCallContentChunkShape: RecordShape = {
  is: 'record',
  fields: {
    toolCallId: { of: ToolCallIdShape },
    content: { of: ToolCallContentShape },
    _meta: metaField,
  },
};

/** Appends a piece to what a tool call shows. */
export const ToolCallContentChunk: TypeReader<ToolCallContentChunk> = {
  name: 'ToolCallContentChunk',
  is: isToolCallContentChunk,
  decode: (value, reading) => decode(isToolCallContentChunk, ToolCallContentChunkShape, value, reading),
  shape: ToolCallContentChunkShape,
};

/** Creates or updates a tool call: omitted keeps a field, null clears it, a value replaces it. */
export interface ToolCallUpdate {
  /** Id of the tool call to create or update. */
  readonly toolCallId: ToolCallId;
  /** What the tool does, for people. */
  readonly title?: string | null;
  /** Kind of tool. */
  readonly kind?: ToolKind | null;
  /** Status of the tool call. */
  readonly status?: ToolCallStatus | null;
  /** All that the tool call shows. `[]` clears it, as null does. */
  readonly content?: readonly ToolCallContent[] | null;
  /** All files that the tool call reads or changes. */
  readonly locations?: readonly ToolCallLocation[] | null;
  /** Raw input of the tool. */
  readonly rawInput?: unknown;
  /** Raw output of the tool. */
  readonly rawOutput?: unknown;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ToolCallUpdate}. */
export function isToolCallUpdate(value: unknown): value is ToolCallUpdate {
  return isObject(value) &&
    typeof value.toolCallId === 'string' &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.kind === undefined || value.kind === null || typeof value.kind === 'string') &&
    (value.status === undefined || value.status === null || typeof value.status === 'string') &&
    (value.content === undefined || value.content === null || isListOf(value.content, isToolCallContent)) &&
    (value.locations === undefined || value.locations === null || isListOf(value.locations, isToolCallLocation)) &&
    isWritable(value.rawInput) &&
    isWritable(value.rawOutput) &&
    isMeta(value._meta);
}

/** The shape of {@link ToolCallUpdate}, as data. */
export const ToolCallUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    toolCallId: { of: ToolCallIdShape },
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    kind: { of: { is: 'nullable', of: ToolKindShape }, optional: true },
    status: { of: { is: 'nullable', of: ToolCallStatusShape }, optional: true },
    content: { of: { is: 'nullable', of: { is: 'list', of: ToolCallContentShape } }, optional: true, lenient: true },
    locations: { of: { is: 'nullable', of: { is: 'list', of: ToolCallLocationShape } }, optional: true, lenient: true },
    rawInput: { of: { is: 'any' }, optional: true },
    rawOutput: { of: { is: 'any' }, optional: true },
    _meta: metaField,
  },
};

/** Creates or updates a tool call: omitted keeps a field, null clears it, a value replaces it. */
export const ToolCallUpdate: TypeReader<ToolCallUpdate> = {
  name: 'ToolCallUpdate',
  is: isToolCallUpdate,
  decode: (value, reading) => decode(isToolCallUpdate, ToolCallUpdateShape, value, reading),
  shape: ToolCallUpdateShape,
};
