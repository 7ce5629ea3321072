// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { isWritable } from '../../reading/nesting.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';
import { TerminalIdShape, type TerminalId, ToolCallIdShape, type ToolCallId } from '../../base/generated/tool-call.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';
export {
  TerminalId,
  ToolCallId,
} from '../../base/generated/tool-call.ts';

/** What kind of tool it is, so that a client can choose an icon. */
export type ToolKind =
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

/** Returns whether a value is a valid {@link ToolKind}. */
export function isToolKind(value: unknown): value is ToolKind {
  return value === 'read' || value === 'edit' || value === 'delete' || value === 'move' || value === 'search' || value === 'execute' || value === 'think' || value === 'fetch' || value === 'switch_mode' || value === 'other';
}

/** The shape of {@link ToolKind}, as data. */
export const ToolKindShape: Shape = { is: 'enum', values: ['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'] };

/** What kind of tool it is, so that a client can choose an icon. */
export const ToolKind: TypeReader<ToolKind> = {
  name: 'ToolKind',
  is: isToolKind,
  decode: (value, reading) => decode(isToolKind, ToolKindShape, value, reading),
  shape: ToolKindShape,
};

/** Status of a tool call. */
export type ToolCallStatus =
  /** Not started: the input is incomplete, or it waits for permission. */
  | 'pending'
  /** Running. */
  | 'in_progress'
  /** Completed. */
  | 'completed'
  /** Ended with an error. */
  | 'failed';

/** Returns whether a value is a valid {@link ToolCallStatus}. */
export function isToolCallStatus(value: unknown): value is ToolCallStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed' || value === 'failed';
}

/** The shape of {@link ToolCallStatus}, as data. */
export const ToolCallStatusShape: Shape = { is: 'enum', values: ['pending', 'in_progress', 'completed', 'failed'] };

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
    _meta: lenientMetaField,
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
    oldText: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    newText: { of: { is: 'string' } },
    _meta: lenientMetaField,
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
    line: { of: { is: 'nullable', of: { is: 'integer', min: 0, must: 'line' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** A place in a file that a tool call reads or changes. */
export const ToolCallLocation: TypeReader<ToolCallLocation> = {
  name: 'ToolCallLocation',
  is: isToolCallLocation,
  decode: (value, reading) => decode(isToolCallLocation, ToolCallLocationShape, value, reading),
  shape: ToolCallLocationShape,
};

/** A terminal of the client, shown inside a tool call. */
export interface Terminal {
  /** Id of the terminal, from `terminal/create`. */
  readonly terminalId: TerminalId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Terminal}. */
export function isTerminal(value: unknown): value is Terminal {
  return isObject(value) &&
    typeof value.terminalId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link Terminal}, as data. */
export const TerminalShape: RecordShape = {
  is: 'record',
  fields: {
    terminalId: { of: TerminalIdShape },
    _meta: lenientMetaField,
  },
};

/** A terminal of the client, shown inside a tool call. */
export const Terminal: TypeReader<Terminal> = {
  name: 'Terminal',
  is: isTerminal,
  decode: (value, reading) => decode(isTerminal, TerminalShape, value, reading),
  shape: TerminalShape,
};

/** A piece of what a tool call shows. */
export type ToolCallContent =
  | ({ readonly type: 'content' } & Content)
  | ({ readonly type: 'diff' } & Diff)
  | ({ readonly type: 'terminal' } & Terminal);

/** Returns whether a value is a valid {@link ToolCallContent}. */
export function isToolCallContent(value: unknown): value is ToolCallContent {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'content':
      return isContent(value);
    case 'diff':
      return isDiff(value);
    case 'terminal':
      return isTerminal(value);
    default:
      return false;
  }
}

/** The shape of {@link ToolCallContent}, as data. */
export const ToolCallContentShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    content: ContentShape,
    diff: DiffShape,
    terminal: TerminalShape,
  },
};

/** A piece of what a tool call shows. */
export const ToolCallContent: TypeReader<ToolCallContent> = {
  name: 'ToolCallContent',
  is: isToolCallContent,
  decode: (value, reading) => decode(isToolCallContent, ToolCallContentShape, value, reading),
  shape: ToolCallContentShape,
};

/** Announces a tool call. */
export interface ToolCall {
  /** Id of the tool call. */
  readonly toolCallId: ToolCallId;
  /** Name of the tool, for programs. */
  readonly name?: string | null;
  /** What the tool does, for people. */
  readonly title: string;
  /** Kind of tool. */
  readonly kind?: ToolKind;
  /** Status of the tool call. */
  readonly status?: ToolCallStatus;
  /** What the tool call shows. */
  readonly content?: readonly ToolCallContent[];
  /** Files that the tool call reads or changes. */
  readonly locations?: readonly ToolCallLocation[];
  /** Raw input of the tool. */
  readonly rawInput?: unknown;
  /** Raw output of the tool. */
  readonly rawOutput?: unknown;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ToolCall}. */
export function isToolCall(value: unknown): value is ToolCall {
  return isObject(value) &&
    typeof value.toolCallId === 'string' &&
    (value.name === undefined || value.name === null || typeof value.name === 'string') &&
    typeof value.title === 'string' &&
    (value.kind === undefined || isToolKind(value.kind)) &&
    (value.status === undefined || isToolCallStatus(value.status)) &&
    (value.content === undefined || isListOf(value.content, isToolCallContent)) &&
    (value.locations === undefined || isListOf(value.locations, isToolCallLocation)) &&
    isWritable(value.rawInput) &&
    isWritable(value.rawOutput) &&
    isMeta(value._meta);
}

/** The shape of {@link ToolCall}, as data. */
export const ToolCallShape: RecordShape = {
  is: 'record',
  fields: {
    toolCallId: { of: ToolCallIdShape },
    name: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    title: { of: { is: 'string' } },
    kind: { of: ToolKindShape, optional: true, lenient: true },
    status: { of: ToolCallStatusShape, optional: true, lenient: true },
    content: { of: { is: 'list', of: ToolCallContentShape }, optional: true, lenient: true },
    locations: { of: { is: 'list', of: ToolCallLocationShape }, optional: true, lenient: true },
    rawInput: { of: { is: 'any' }, optional: true, lenient: true },
    rawOutput: { of: { is: 'any' }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Announces a tool call. */
export const ToolCall: TypeReader<ToolCall> = {
  name: 'ToolCall',
  is: isToolCall,
  decode: (value, reading) => decode(isToolCall, ToolCallShape, value, reading),
  shape: ToolCallShape,
};

/** Updates a tool call that was announced before. Omitted and null both keep a field. */
export interface ToolCallUpdate {
  /** Id of the tool call. */
  readonly toolCallId: ToolCallId;
  /** Name of the tool, for programs. */
  readonly name?: string | null;
  /** Kind of tool. */
  readonly kind?: ToolKind | null;
  /** Status of the tool call. */
  readonly status?: ToolCallStatus | null;
  /** What the tool does, for people. */
  readonly title?: string | null;
  /** What the tool call shows. Replaces earlier content. */
  readonly content?: readonly ToolCallContent[] | null;
  /** Files that the tool call reads or changes. Replaces earlier locations. */
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
    (value.name === undefined || value.name === null || typeof value.name === 'string') &&
    (value.kind === undefined || value.kind === null || isToolKind(value.kind)) &&
    (value.status === undefined || value.status === null || isToolCallStatus(value.status)) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
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
    name: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    kind: { of: { is: 'nullable', of: ToolKindShape }, optional: true, lenient: true },
    status: { of: { is: 'nullable', of: ToolCallStatusShape }, optional: true, lenient: true },
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    content: { of: { is: 'nullable', of: { is: 'list', of: ToolCallContentShape } }, optional: true, lenient: true },
    locations: { of: { is: 'nullable', of: { is: 'list', of: ToolCallLocationShape } }, optional: true, lenient: true },
    rawInput: { of: { is: 'any' }, optional: true, lenient: true },
    rawOutput: { of: { is: 'any' }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Updates a tool call that was announced before. Omitted and null both keep a field. */
export const ToolCallUpdate: TypeReader<ToolCallUpdate> = {
  name: 'ToolCallUpdate',
  is: isToolCallUpdate,
  decode: (value, reading) => decode(isToolCallUpdate, ToolCallUpdateShape, value, reading),
  shape: ToolCallUpdateShape,
};
