// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { isWritable } from '../../reading/nesting.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import {
  isDiff,
  DiffShape,
  type Diff,
  ToolCallIdShape,
  type ToolCallId,
  isToolCallLocation,
  ToolCallLocationShape,
  type ToolCallLocation,
} from '../../base/generated/tool-call.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';

/** Content that a tool call shows. */
export interface Content {
  /** The piece of content. */
  readonly content: ContentBlock;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link Content}. */
export function isContent(value: unknown): value is Content {
  return isObject(value) &&
    isContentBlock(value.content) &&
    isMeta(value._meta);
}

/** The shape of {@link Content}, as data. */
export const ContentShape: RecordShape = {
  is: 'record',
  fields: {
    content: { of: ContentBlockShape },
    _meta: metaField,
  },
};

/** Content that a tool call shows. */
export const Content: TypeReader<Content> = {
  name: 'Content',
  is: isContent,
  decode: (value, reading) => decode(isContent, ContentShape, value, reading),
  shape: ContentShape,
};

/** The values of {@link ToolKind} that the draft names. */
export type KnownToolKind =
  /** Reads files or data. */
  | 'read'
  /** Changes files or data. */
  | 'edit'
  /** Removes files or data. */
  | 'delete'
  /** Moves or renames files. */
  | 'move'
  /** Looks for something. */
  | 'search'
  /** Runs a command or code. */
  | 'execute'
  /** Reasons or plans. */
  | 'think'
  /** Gets something from outside. */
  | 'fetch'
  /** Changes the mode of the session. */
  | 'switch_mode'
  /** Anything else; what an absent kind stands for. */
  | 'other';
/** Any other value of {@link ToolKind}: an extension if it begins with `_`, else one of a later draft. */
export type UnknownToolKind = string & Record<never, never>;

/** What sort of thing a tool does, so that a client can pick an icon. */
export type ToolKind = KnownToolKind | UnknownToolKind;

/** Whether the draft names this value. */
export function isKnownToolKind(value: ToolKind): value is KnownToolKind {
  return value === 'read' || value === 'edit' || value === 'delete' || value === 'move' || value === 'search' || value === 'execute' || value === 'think' || value === 'fetch' || value === 'switch_mode' || value === 'other';
}

/** Whether a value is a valid {@link ToolKind}. */
export function isToolKind(value: unknown): value is ToolKind {
  return typeof value === 'string';
}

/** The shape of {@link ToolKind}, as data. */
export const ToolKindShape: Shape = { is: 'enum', values: ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'], open: true };

/** What sort of thing a tool does, so that a client can pick an icon. */
export const ToolKind: TypeReader<ToolKind> = {
  name: 'ToolKind',
  is: isToolKind,
  decode: (value, reading) => decode(isToolKind, ToolKindShape, value, reading),
  shape: ToolKindShape,
};

/** The values of {@link ToolCallStatus} that the draft names. */
export type KnownToolCallStatus =
  /** Not started: its input is not complete, or it waits for permission. */
  | 'pending'
  /** Running. */
  | 'in_progress'
  /** Done. */
  | 'completed'
  /** Ended with an error. */
  | 'failed';
/** Any other value of {@link ToolCallStatus}: an extension if it begins with `_`, else one of a later draft. */
export type UnknownToolCallStatus = string & Record<never, never>;

/** How far a tool call has come. */
export type ToolCallStatus = KnownToolCallStatus | UnknownToolCallStatus;

/** Whether the draft names this value. */
export function isKnownToolCallStatus(value: ToolCallStatus): value is KnownToolCallStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed' || value === 'failed';
}

/** Whether a value is a valid {@link ToolCallStatus}. */
export function isToolCallStatus(value: unknown): value is ToolCallStatus {
  return typeof value === 'string';
}

/** The shape of {@link ToolCallStatus}, as data. */
export const ToolCallStatusShape: Shape = { is: 'enum', values: ['pending', 'in_progress', 'completed', 'failed'], open: true };

/** How far a tool call has come. */
export const ToolCallStatus: TypeReader<ToolCallStatus> = {
  name: 'ToolCallStatus',
  is: isToolCallStatus,
  decode: (value, reading) => decode(isToolCallStatus, ToolCallStatusShape, value, reading),
  shape: ToolCallStatusShape,
};

/** The variants of {@link ToolCallContent} that the draft defines. */
export type KnownToolCallContent =
  | ({ readonly type: 'content' } & Content)
  | ({ readonly type: 'diff' } & Diff);

/** Any other variant of {@link ToolCallContent}, kept as it came: an extension if its tag begins with `_`, else one of a later draft. */
export type UnknownToolCallContent =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** One piece of what a tool call shows. */
export type ToolCallContent = KnownToolCallContent | UnknownToolCallContent;

/** Whether the draft defines this variant; false for what is kept as it came. */
export function isKnownToolCallContent(value: ToolCallContent): value is KnownToolCallContent {
  return value.type === 'content' || value.type === 'diff';
}

/** Whether a value is a valid {@link ToolCallContent}. */
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
export const ToolCallContentShape: Shape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    content: ContentShape,
    diff: DiffShape,
  },
  rest: { is: 'record', fields: {} },
};

/** One piece of what a tool call shows. */
export const ToolCallContent: TypeReader<ToolCallContent> = {
  name: 'ToolCallContent',
  is: isToolCallContent,
  decode: (value, reading) => decode(isToolCallContent, ToolCallContentShape, value, reading),
  shape: ToolCallContentShape,
};

/** Creates or patches a tool call: omitted leaves a field, null clears it, a value replaces it. */
export interface ToolCallUpdate {
  /** The tool call to create or patch. */
  readonly toolCallId: ToolCallId;
  /** What the tool does, for people. */
  readonly title?: string | null;
  /** What sort of tool it is. */
  readonly kind?: ToolKind | null;
  /** How far it has come. */
  readonly status?: ToolCallStatus | null;
  /** All that it shows; `[]` clears as null does. */
  readonly content?: readonly ToolCallContent[] | null;
  /** All the places it looks at or changes. */
  readonly locations?: readonly ToolCallLocation[] | null;
  /** The input as the tool got it. */
  readonly rawInput?: unknown;
  /** The output as the tool gave it. */
  readonly rawOutput?: unknown;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link ToolCallUpdate}. */
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

/** Creates or patches a tool call: omitted leaves a field, null clears it, a value replaces it. */
export const ToolCallUpdate: TypeReader<ToolCallUpdate> = {
  name: 'ToolCallUpdate',
  is: isToolCallUpdate,
  decode: (value, reading) => decode(isToolCallUpdate, ToolCallUpdateShape, value, reading),
  shape: ToolCallUpdateShape,
};

/** Appends one piece to what a tool call shows. */
export interface ToolCallContentChunk {
  /** The tool call. */
  readonly toolCallId: ToolCallId;
  /** The piece to append. */
  readonly content: ToolCallContent;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link ToolCallContentChunk}. */
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

/** Appends one piece to what a tool call shows. */
export const ToolCallContentChunk: TypeReader<ToolCallContentChunk> = {
  name: 'ToolCallContentChunk',
  is: isToolCallContentChunk,
  decode: (value, reading) => decode(isToolCallContentChunk, ToolCallContentChunkShape, value, reading),
  shape: ToolCallContentChunkShape,
};
