// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';

/** Id of a terminal, unique within its session. */
export type TerminalId = string;

/** Returns whether a value is a valid {@link TerminalId}. */
export function isTerminalId(value: unknown): value is TerminalId {
  return typeof value === 'string';
}

/** The shape of {@link TerminalId}, as data. */
export const TerminalIdShape: Shape = { is: 'string', must: 'id' };

/** Id of a terminal, unique within its session. */
export const TerminalId: TypeReader<TerminalId> = {
  name: 'TerminalId',
  is: isTerminalId,
  decode: (value, reading) => decode(isTerminalId, TerminalIdShape, value, reading),
  shape: TerminalIdShape,
};

/** Id of a tool call, unique within its session. */
export type ToolCallId = string;

/** Returns whether a value is a valid {@link ToolCallId}. */
export function isToolCallId(value: unknown): value is ToolCallId {
  return typeof value === 'string';
}

/** The shape of {@link ToolCallId}, as data. */
export const ToolCallIdShape: Shape = { is: 'string', must: 'id' };

/** Id of a tool call, unique within its session. */
export const ToolCallId: TypeReader<ToolCallId> = {
  name: 'ToolCallId',
  is: isToolCallId,
  decode: (value, reading) => decode(isToolCallId, ToolCallIdShape, value, reading),
  shape: ToolCallIdShape,
};

/** The values of {@link ToolKind} that the protocol defines. */
export type KnownToolKind =
  /** Reads files or data. */
  | 'read'
  /** Changes files or data. */
  | 'edit'
  /** Deletes files or data. */
  | 'delete'
  /** Moves or renames files. */
  | 'move'
  /** Searches for something. */
  | 'search'
  /** Runs a command or code. */
  | 'execute'
  /** Reasons or plans. */
  | 'think'
  /** Retrieves external data. */
  | 'fetch'
  /** Changes the mode of the session. */
  | 'switch_mode'
  /** Any other kind. The default. */
  | 'other';
/** Any other value of {@link ToolKind}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownToolKind = string & Record<never, never>;

/** What kind of tool it is, so that a client can choose an icon. */
export type ToolKind = KnownToolKind | UnknownToolKind;

/** Returns whether the protocol defines this value. */
export function isKnownToolKind(value: ToolKind): value is KnownToolKind {
  return value === 'read' || value === 'edit' || value === 'delete' || value === 'move' || value === 'search' || value === 'execute' || value === 'think' || value === 'fetch' || value === 'switch_mode' || value === 'other';
}

/** Returns whether a value is a valid {@link ToolKind}. */
export function isToolKind(value: unknown): value is ToolKind {
  return typeof value === 'string';
}

/** The shape of {@link ToolKind}, as data. */
export const ToolKindShape: Shape = { is: 'enum', values: ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'], open: true };

/** What kind of tool it is, so that a client can choose an icon. */
export const ToolKind: TypeReader<ToolKind> = {
  name: 'ToolKind',
  is: isToolKind,
  decode: (value, reading) => decode(isToolKind, ToolKindShape, value, reading),
  shape: ToolKindShape,
};

/** The values of {@link ToolCallStatus} that the protocol defines. */
export type KnownToolCallStatus =
  /** Not started: the input is incomplete, or it waits for permission. */
  | 'pending'
  /** Running. */
  | 'in_progress'
  /** Completed. */
  | 'completed'
  /** Ended with an error. */
  | 'failed';
/** Any other value of {@link ToolCallStatus}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownToolCallStatus = string & Record<never, never>;

/** Status of a tool call. */
export type ToolCallStatus = KnownToolCallStatus | UnknownToolCallStatus;

/** Returns whether the protocol defines this value. */
export function isKnownToolCallStatus(value: ToolCallStatus): value is KnownToolCallStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed' || value === 'failed';
}

/** Returns whether a value is a valid {@link ToolCallStatus}. */
export function isToolCallStatus(value: unknown): value is ToolCallStatus {
  return typeof value === 'string';
}

/** The shape of {@link ToolCallStatus}, as data. */
export const ToolCallStatusShape: Shape = { is: 'enum', values: ['pending', 'in_progress', 'completed', 'failed'], open: true };

/** Status of a tool call. */
export const ToolCallStatus: TypeReader<ToolCallStatus> = {
  name: 'ToolCallStatus',
  is: isToolCallStatus,
  decode: (value, reading) => decode(isToolCallStatus, ToolCallStatusShape, value, reading),
  shape: ToolCallStatusShape,
};

/** Content that a tool call shows. */
export interface Content {
  /** The piece of content. */
  readonly content: ContentBlock;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Content}. */
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

/** A change to a file, as the text before and after. */
export interface Diff {
  /** The file, as an absolute path. */
  readonly path: string;
  /** Text before the change. Absent for a new file. */
  readonly oldText?: string | null;
  /** Text after the change. */
  readonly newText: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Diff}. */
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

/** A place in a file that a tool call reads or changes. */
export interface ToolCallLocation {
  /** The file, as an absolute path. */
  readonly path: string;
  /** Line number, counted from 1. */
  readonly line?: number | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ToolCallLocation}. */
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

/** A place in a file that a tool call reads or changes. */
export const ToolCallLocation: TypeReader<ToolCallLocation> = {
  name: 'ToolCallLocation',
  is: isToolCallLocation,
  decode: (value, reading) => decode(isToolCallLocation, ToolCallLocationShape, value, reading),
  shape: ToolCallLocationShape,
};
