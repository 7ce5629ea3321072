// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { isWritable } from '../../reading/nesting.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';
import { SessionIdShape, type SessionId } from '../../base/generated/session-setup.ts';
import { ToolCallIdShape, type ToolCallId, ToolKindShape, type ToolKind } from '../../base/generated/tool-call.ts';
import { isContentBlock, ContentBlockShape, type ContentBlock } from './content.ts';
import { isDiff, DiffShape, type Diff } from './diff.ts';
import { AbsolutePathShape, type AbsolutePath } from './path.ts';
import { isTerminal, TerminalShape, type Terminal } from './terminal.ts';
export {
  TerminalId,
  ToolCallId,
  ToolKind,
  isKnownToolKind,
  type KnownToolKind,
  type UnknownToolKind,
} from '../../base/generated/tool-call.ts';

/** The values of {@link ToolCallStatus} that the protocol defines. */
export type KnownToolCallStatus =
  /** Not started: the input is incomplete, or it waits for permission. */
  | 'pending'
  /** Running. */
  | 'in_progress'
  /** Completed. */
  | 'completed'
  /** Ended with an error. */
  | 'failed'
  /** Paused. */
  | 'paused'
  /** Cancelled. */
  | 'cancelled';
/** Any other value of {@link ToolCallStatus}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownToolCallStatus = string & Record<never, never>;

/** Status of a tool call. */
export type ToolCallStatus = KnownToolCallStatus | UnknownToolCallStatus;

/** Returns whether the protocol defines this value. */
export function isKnownToolCallStatus(value: ToolCallStatus): value is KnownToolCallStatus {
  return value === 'pending' || value === 'in_progress' || value === 'completed' || value === 'failed' || value === 'paused' || value === 'cancelled';
}

/** Returns whether a value is a valid {@link ToolCallStatus}. */
export function isToolCallStatus(value: unknown): value is ToolCallStatus {
  return typeof value === 'string';
}

/** The shape of {@link ToolCallStatus}, as data. */
export const ToolCallStatusShape: Shape = { is: 'enum', values: ['pending', 'in_progress', 'completed', 'failed', 'paused', 'cancelled'], open: true };

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

/** A place in a file that a tool call reads or changes. */
export interface ToolCallLocation {
  /** The file. */
  readonly path: AbsolutePath;
  /** Line number, counted from 1. */
  readonly line?: number | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ToolCallLocation}. */
export function isToolCallLocation(value: unknown): value is ToolCallLocation {
  return isObject(value) &&
    typeof value.path === 'string' &&
    (value.line === undefined || value.line === null || isInteger(value.line, 1)) &&
    isMeta(value._meta);
}

/** The shape of {@link ToolCallLocation}, as data. */
export const ToolCallLocationShape: RecordShape = {
  is: 'record',
  fields: {
    path: { of: AbsolutePathShape },
    line: { of: { is: 'nullable', of: { is: 'integer', min: 1 } }, optional: true, lenient: true },
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

/** The variants of {@link ToolCallContent} that the protocol defines. */
export type KnownToolCallContent =
  | ({ readonly type: 'content' } & Content)
  | ({ readonly type: 'diff' } & Diff)
  | ({ readonly type: 'terminal' } & Terminal);

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
  return value.type === 'content' || value.type === 'diff' || value.type === 'terminal';
}

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
    terminal: TerminalShape,
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
    _meta: lenientMetaField,
  },
};

/** Appends a piece to what a tool call shows. */
export const ToolCallContentChunk: TypeReader<ToolCallContentChunk> = {
  name: 'ToolCallContentChunk',
  is: isToolCallContentChunk,
  decode: (value, reading) => decode(isToolCallContentChunk, ToolCallContentChunkShape, value, reading),
  shape: ToolCallContentChunkShape,
};

/** Marks that the tool call can be cancelled. */
export interface ToolCallCancelCapabilities {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ToolCallCancelCapabilities}. */
export function isToolCallCancelCapabilities(value: unknown): value is ToolCallCancelCapabilities {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link ToolCallCancelCapabilities}, as data. */
export const ToolCallCancelCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** Marks that the tool call can be cancelled. */
export const ToolCallCancelCapabilities: TypeReader<ToolCallCancelCapabilities> = {
  name: 'ToolCallCancelCapabilities',
  is: isToolCallCancelCapabilities,
  decode: (value, reading) => decode(isToolCallCancelCapabilities, ToolCallCancelCapabilitiesShape, value, reading),
  shape: ToolCallCancelCapabilitiesShape,
};

/** What can be done with a tool call. */
export interface ToolCallCapabilities {
  /** Present if `tool_call/cancel` works now. */
  readonly cancel?: ToolCallCancelCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ToolCallCapabilities}. */
export function isToolCallCapabilities(value: unknown): value is ToolCallCapabilities {
  return isObject(value) &&
    (value.cancel === undefined || value.cancel === null || isToolCallCancelCapabilities(value.cancel)) &&
    isMeta(value._meta);
}

/** The shape of {@link ToolCallCapabilities}, as data. */
export const ToolCallCapabilitiesShape: RecordShape = {
  is: 'record',
  fields: {
    cancel: { of: { is: 'nullable', of: ToolCallCancelCapabilitiesShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** What can be done with a tool call. */
export const ToolCallCapabilities: TypeReader<ToolCallCapabilities> = {
  name: 'ToolCallCapabilities',
  is: isToolCallCapabilities,
  decode: (value, reading) => decode(isToolCallCapabilities, ToolCallCapabilitiesShape, value, reading),
  shape: ToolCallCapabilitiesShape,
};

/** Creates or updates a tool call: omitted keeps a field, null clears it, a value replaces it. */
export interface ToolCallUpdate {
  /** Id of the tool call. */
  readonly toolCallId: ToolCallId;
  /** Name of the tool, for programs. */
  readonly name?: string | null;
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
  /** What can be done with the tool call now. */
  readonly capabilities?: ToolCallCapabilities | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ToolCallUpdate}. */
export function isToolCallUpdate(value: unknown): value is ToolCallUpdate {
  return isObject(value) &&
    typeof value.toolCallId === 'string' &&
    (value.name === undefined || value.name === null || typeof value.name === 'string') &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.kind === undefined || value.kind === null || typeof value.kind === 'string') &&
    (value.status === undefined || value.status === null || typeof value.status === 'string') &&
    (value.content === undefined || value.content === null || isListOf(value.content, isToolCallContent)) &&
    (value.locations === undefined || value.locations === null || isListOf(value.locations, isToolCallLocation)) &&
    isWritable(value.rawInput) &&
    isWritable(value.rawOutput) &&
    (value.capabilities === undefined || value.capabilities === null || isToolCallCapabilities(value.capabilities)) &&
    isMeta(value._meta);
}

/** The shape of {@link ToolCallUpdate}, as data. */
export const ToolCallUpdateShape: RecordShape = {
  is: 'record',
  fields: {
    toolCallId: { of: ToolCallIdShape },
    name: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    kind: { of: { is: 'nullable', of: ToolKindShape }, optional: true, lenient: true },
    status: { of: { is: 'nullable', of: ToolCallStatusShape }, optional: true, lenient: true },
    content: { of: { is: 'nullable', of: { is: 'list', of: ToolCallContentShape } }, optional: true, lenient: true },
    locations: { of: { is: 'nullable', of: { is: 'list', of: ToolCallLocationShape } }, optional: true, lenient: true },
    rawInput: { of: { is: 'any' }, optional: true, lenient: true },
    rawOutput: { of: { is: 'any' }, optional: true, lenient: true },
    capabilities: { of: { is: 'nullable', of: ToolCallCapabilitiesShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Creates or updates a tool call: omitted keeps a field, null clears it, a value replaces it. */
export const ToolCallUpdate: TypeReader<ToolCallUpdate> = {
  name: 'ToolCallUpdate',
  is: isToolCallUpdate,
  decode: (value, reading) => decode(isToolCallUpdate, ToolCallUpdateShape, value, reading),
  shape: ToolCallUpdateShape,
};

/** Cancels one tool call. */
export interface CancelToolCallRequest {
  /** Id of the session. */
  readonly sessionId: SessionId;
  /** Id of the tool call. */
  readonly toolCallId: ToolCallId;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CancelToolCallRequest}. */
export function isCancelToolCallRequest(value: unknown): value is CancelToolCallRequest {
  return isObject(value) &&
    typeof value.sessionId === 'string' &&
    typeof value.toolCallId === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link CancelToolCallRequest}, as data. */
export const CancelToolCallRequestShape: RecordShape = {
  is: 'record',
  fields: {
    sessionId: { of: SessionIdShape },
    toolCallId: { of: ToolCallIdShape },
    _meta: lenientMetaField,
  },
};

/** Cancels one tool call. */
export const CancelToolCallRequest: TypeReader<CancelToolCallRequest> = {
  name: 'CancelToolCallRequest',
  is: isCancelToolCallRequest,
  decode: (value, reading) => decode(isCancelToolCallRequest, CancelToolCallRequestShape, value, reading),
  shape: CancelToolCallRequestShape,
};

/** The tool call is being cancelled. */
export interface CancelToolCallResponse {
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link CancelToolCallResponse}. */
export function isCancelToolCallResponse(value: unknown): value is CancelToolCallResponse {
  return isObject(value) &&
    isMeta(value._meta);
}

/** The shape of {@link CancelToolCallResponse}, as data. */
export const CancelToolCallResponseShape: RecordShape = {
  is: 'record',
  fields: {
    _meta: lenientMetaField,
  },
};

/** The tool call is being cancelled. */
export const CancelToolCallResponse: TypeReader<CancelToolCallResponse> = {
  name: 'CancelToolCallResponse',
  is: isCancelToolCallResponse,
  decode: (value, reading) => decode(isCancelToolCallResponse, CancelToolCallResponseShape, value, reading),
  shape: CancelToolCallResponseShape,
};
