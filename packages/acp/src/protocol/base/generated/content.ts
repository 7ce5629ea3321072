// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { metaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape } from '../../reading/shape.ts';

/** The text of a resource. */
export interface TextResourceContents {
  /** Its media type, where known. */
  readonly mimeType?: string | null;
  /** The text. */
  readonly text: string;
  /** The address of the resource. */
  readonly uri: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link TextResourceContents}. */
export function isTextResourceContents(value: unknown): value is TextResourceContents {
  return isObject(value) &&
    (value.mimeType === undefined || value.mimeType === null || typeof value.mimeType === 'string') &&
    typeof value.text === 'string' &&
    typeof value.uri === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link TextResourceContents}, as data. */
export const TextResourceContentsShape: RecordShape = {
  is: 'record',
  fields: {
    mimeType: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    text: { of: { is: 'string' } },
    uri: { of: { is: 'string' } },
    _meta: metaField,
  },
};

/** The text of a resource. */
export const TextResourceContents: TypeReader<TextResourceContents> = {
  name: 'TextResourceContents',
  is: isTextResourceContents,
  decode: (value, reading) => decode(isTextResourceContents, TextResourceContentsShape, value, reading),
  shape: TextResourceContentsShape,
};

/** The bytes of a resource. */
export interface BlobResourceContents {
  /** The bytes in base64. */
  readonly blob: string;
  /** Its media type, where known. */
  readonly mimeType?: string | null;
  /** The address of the resource. */
  readonly uri: string;
  /** What else the sender attached; nobody else gives it a meaning. */
  readonly _meta?: Meta | null;
}

/** Whether a value is a valid {@link BlobResourceContents}. */
export function isBlobResourceContents(value: unknown): value is BlobResourceContents {
  return isObject(value) &&
    typeof value.blob === 'string' &&
    (value.mimeType === undefined || value.mimeType === null || typeof value.mimeType === 'string') &&
    typeof value.uri === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link BlobResourceContents}, as data. */
export const BlobResourceContentsShape: RecordShape = {
  is: 'record',
  fields: {
    blob: { of: { is: 'string' } },
    mimeType: { of: { is: 'nullable', of: { is: 'string' } }, optional: true },
    uri: { of: { is: 'string' } },
    _meta: metaField,
  },
};

/** The bytes of a resource. */
export const BlobResourceContents: TypeReader<BlobResourceContents> = {
  name: 'BlobResourceContents',
  is: isBlobResourceContents,
  decode: (value, reading) => decode(isBlobResourceContents, BlobResourceContentsShape, value, reading),
  shape: BlobResourceContentsShape,
};

/** The contents of a resource, as text or as bytes. */
export type EmbeddedResourceResource =
  | TextResourceContents
  | BlobResourceContents;

/** Whether a value is a valid {@link EmbeddedResourceResource}. */
export function isEmbeddedResourceResource(value: unknown): value is EmbeddedResourceResource {
  return isTextResourceContents(value) || isBlobResourceContents(value);
}

/** The shape of {@link EmbeddedResourceResource}, as data. */
export const EmbeddedResourceResourceShape: Shape = { is: 'keyed', by: { text: TextResourceContentsShape, blob: BlobResourceContentsShape } };

/** The contents of a resource, as text or as bytes. */
export const EmbeddedResourceResource: TypeReader<EmbeddedResourceResource> = {
  name: 'EmbeddedResourceResource',
  is: isEmbeddedResourceResource,
  decode: (value, reading) => decode(isEmbeddedResourceResource, EmbeddedResourceResourceShape, value, reading),
  shape: EmbeddedResourceResourceShape,
};
