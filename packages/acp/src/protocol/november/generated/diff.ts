// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type JsonObject, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';
import { MediaTypeShape, type MediaType } from './content.ts';
import { AbsolutePathShape, type AbsolutePath } from './path.ts';

/** A change of one file. */
export interface DiffPathChange {
  /** The file. */
  readonly path: AbsolutePath;
}

/** Returns whether a value is a valid {@link DiffPathChange}. */
export function isDiffPathChange(value: unknown): value is DiffPathChange {
  return isObject(value) &&
    typeof value.path === 'string';
}

/** The shape of {@link DiffPathChange}, as data. */
export const DiffPathChangeShape: RecordShape = {
  is: 'record',
  fields: {
    path: { of: AbsolutePathShape },
  },
};

/** A change of one file. */
export const DiffPathChange: TypeReader<DiffPathChange> = {
  name: 'DiffPathChange',
  is: isDiffPathChange,
  decode: (value, reading) => decode(isDiffPathChange, DiffPathChangeShape, value, reading),
  shape: DiffPathChangeShape,
};

/** A change with a source and a destination. */
export interface DiffPathPairChange {
  /** The file before. */
  readonly oldPath: AbsolutePath;
  /** The file after. */
  readonly path: AbsolutePath;
}

/** Returns whether a value is a valid {@link DiffPathPairChange}. */
export function isDiffPathPairChange(value: unknown): value is DiffPathPairChange {
  return isObject(value) &&
    typeof value.oldPath === 'string' &&
    typeof value.path === 'string';
}

/** The shape of {@link DiffPathPairChange}, as data. */
export const DiffPathPairChangeShape: RecordShape = {
  is: 'record',
  fields: {
    oldPath: { of: AbsolutePathShape },
    path: { of: AbsolutePathShape },
  },
};

/** A change with a source and a destination. */
export const DiffPathPairChange: TypeReader<DiffPathPairChange> = {
  name: 'DiffPathPairChange',
  is: isDiffPathPairChange,
  decode: (value, reading) => decode(isDiffPathPairChange, DiffPathPairChangeShape, value, reading),
  shape: DiffPathPairChangeShape,
};

/** The values of {@link DiffFileType} that the protocol defines. */
export type KnownDiffFileType =
  /** A text file. */
  | 'text'
  /** A binary file. */
  | 'binary'
  /** A directory. */
  | 'directory'
  /** A symbolic link. */
  | 'symlink';
/** Any other value of {@link DiffFileType}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownDiffFileType = string & Record<never, never>;

/** What kind of file changed. */
export type DiffFileType = KnownDiffFileType | UnknownDiffFileType;

/** Returns whether the protocol defines this value. */
export function isKnownDiffFileType(value: DiffFileType): value is KnownDiffFileType {
  return value === 'text' || value === 'binary' || value === 'directory' || value === 'symlink';
}

/** Returns whether a value is a valid {@link DiffFileType}. */
export function isDiffFileType(value: unknown): value is DiffFileType {
  return typeof value === 'string';
}

/** The shape of {@link DiffFileType}, as data. */
export const DiffFileTypeShape: Shape = { is: 'enum', values: ['text', 'binary', 'directory', 'symlink'], open: true };

/** What kind of file changed. */
export const DiffFileType: TypeReader<DiffFileType> = {
  name: 'DiffFileType',
  is: isDiffFileType,
  decode: (value, reading) => decode(isDiffFileType, DiffFileTypeShape, value, reading),
  shape: DiffFileTypeShape,
};

/** Fields that every {@link DiffChange} has. */
export interface DiffChangeCommon {
  /** Kind of file. */
  readonly fileType?: DiffFileType | null;
  /** Media type, if known. */
  readonly mimeType?: MediaType | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** The variants of {@link DiffChange} that the protocol defines. */
export type KnownDiffChange =
  | (DiffChangeCommon & { readonly operation: 'add' } & DiffPathChange)
  | (DiffChangeCommon & { readonly operation: 'delete' } & DiffPathChange)
  | (DiffChangeCommon & { readonly operation: 'modify' } & DiffPathChange)
  | (DiffChangeCommon & { readonly operation: 'move' } & DiffPathPairChange)
  | (DiffChangeCommon & { readonly operation: 'copy' } & DiffPathPairChange);

/** Any other variant of {@link DiffChange}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownDiffChange =
  | (DiffChangeCommon & {
      readonly operation: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (DiffChangeCommon & OfLaterDraft & {
      readonly operation: string;
      readonly [key: string]: unknown;
    });

/** What happened to a file. */
export type DiffChange = KnownDiffChange | UnknownDiffChange;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownDiffChange(value: DiffChange): value is KnownDiffChange {
  return value.operation === 'add' || value.operation === 'delete' || value.operation === 'modify' || value.operation === 'move' || value.operation === 'copy';
}

function isDiffChangeCommon(value: unknown): value is JsonObject {
  return isObject(value) &&
    (value.fileType === undefined || value.fileType === null || typeof value.fileType === 'string') &&
    (value.mimeType === undefined || value.mimeType === null || typeof value.mimeType === 'string') &&
    isMeta(value._meta);
}

/** Returns whether a value is a valid {@link DiffChange}. */
export function isDiffChange(value: unknown): value is DiffChange {
  if (!isDiffChangeCommon(value)) return false;
  switch (value.operation) {
    case 'add':
    case 'delete':
    case 'modify':
      return isDiffPathChange(value);
    case 'move':
    case 'copy':
      return isDiffPathPairChange(value);
    default:
      return typeof value.operation === 'string';
  }
}

/** The shape of {@link DiffChange}, as data. */
export const DiffChangeShape: TaggedShape = {
  is: 'tagged',
  tag: 'operation',
  variants: {
    add: DiffPathChangeShape,
    delete: DiffPathChangeShape,
    modify: DiffPathChangeShape,
    move: DiffPathPairChangeShape,
    copy: DiffPathPairChangeShape,
  },
  common: {
  is: 'record',
  fields: {
    fileType: { of: { is: 'nullable', of: DiffFileTypeShape }, optional: true, lenient: true },
    mimeType: { of: { is: 'nullable', of: MediaTypeShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
},
  rest: { is: 'record', fields: {} },
};

/** What happened to a file. */
export const DiffChange: TypeReader<DiffChange> = {
  name: 'DiffChange',
  is: isDiffChange,
  decode: (value, reading) => decode(isDiffChange, DiffChangeShape, value, reading),
  shape: DiffChangeShape,
};

/** The values of {@link DiffPatchFormat} that the protocol defines. */
export type KnownDiffPatchFormat =
  /** The format of `git diff`, with absolute paths and no prefixes. */
  | 'git_patch';
/** Any other value of {@link DiffPatchFormat}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownDiffPatchFormat = string & Record<never, never>;

/** The format of a patch. */
export type DiffPatchFormat = KnownDiffPatchFormat | UnknownDiffPatchFormat;

/** Returns whether the protocol defines this value. */
export function isKnownDiffPatchFormat(value: DiffPatchFormat): value is KnownDiffPatchFormat {
  return value === 'git_patch';
}

/** Returns whether a value is a valid {@link DiffPatchFormat}. */
export function isDiffPatchFormat(value: unknown): value is DiffPatchFormat {
  return typeof value === 'string';
}

/** The shape of {@link DiffPatchFormat}, as data. */
export const DiffPatchFormatShape: Shape = { is: 'enum', values: ['git_patch'], open: true };

/** The format of a patch. */
export const DiffPatchFormat: TypeReader<DiffPatchFormat> = {
  name: 'DiffPatchFormat',
  is: isDiffPatchFormat,
  decode: (value, reading) => decode(isDiffPatchFormat, DiffPatchFormatShape, value, reading),
  shape: DiffPatchFormatShape,
};

/** The text of a change. */
export interface DiffPatch {
  /** Format of the text. */
  readonly format: DiffPatchFormat;
  /** The patch. */
  readonly text: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link DiffPatch}. */
export function isDiffPatch(value: unknown): value is DiffPatch {
  return isObject(value) &&
    typeof value.format === 'string' &&
    typeof value.text === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link DiffPatch}, as data. */
export const DiffPatchShape: RecordShape = {
  is: 'record',
  fields: {
    format: { of: DiffPatchFormatShape },
    text: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** The text of a change. */
export const DiffPatch: TypeReader<DiffPatch> = {
  name: 'DiffPatch',
  is: isDiffPatch,
  decode: (value, reading) => decode(isDiffPatch, DiffPatchShape, value, reading),
  shape: DiffPatchShape,
};

/** Changes of files. */
export interface Diff {
  /** What happened to each file. */
  readonly changes: readonly DiffChange[];
  /** The changes as a patch. It agrees with `changes`. */
  readonly patch?: DiffPatch | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Diff}. */
export function isDiff(value: unknown): value is Diff {
  return isObject(value) &&
    isListOf(value.changes, isDiffChange) &&
    (value.patch === undefined || value.patch === null || isDiffPatch(value.patch)) &&
    isMeta(value._meta);
}

/** The shape of {@link Diff}, as data. */
export const DiffShape: RecordShape = {
  is: 'record',
  fields: {
    changes: { of: { is: 'list', of: DiffChangeShape }, lenient: 'items' },
    patch: { of: { is: 'nullable', of: DiffPatchShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Changes of files. */
export const Diff: TypeReader<Diff> = {
  name: 'Diff',
  is: isDiff,
  decode: (value, reading) => decode(isDiff, DiffShape, value, reading),
  shape: DiffShape,
};
