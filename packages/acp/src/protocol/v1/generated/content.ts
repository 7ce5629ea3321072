// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isListOf, isMeta, isObject, type Meta } from '../../reading/guard.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';

/** A participant of the conversation. */
export type Role =
  /** The agent. */
  | 'assistant'
  /** The user. */
  | 'user';

/** Returns whether a value is a valid {@link Role}. */
export function isRole(value: unknown): value is Role {
  return value === 'assistant' || value === 'user';
}

/** The shape of {@link Role}, as data. */
export const RoleShape: Shape = { is: 'enum', values: ['assistant', 'user'] };

/** A participant of the conversation. */
export const Role: TypeReader<Role> = {
  name: 'Role',
  is: isRole,
  decode: (value, reading) => decode(isRole, RoleShape, value, reading),
  shape: RoleShape,
};

/** Hints on how to use a piece of content. */
export interface Annotations {
  /** Who the content is for. Everyone if omitted. */
  readonly audience?: readonly Role[] | null;
  /** When the content last changed, as an ISO 8601 time. */
  readonly lastModified?: string | null;
  /** How important the content is, from 0 to 1. */
  readonly priority?: number | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Annotations}. */
export function isAnnotations(value: unknown): value is Annotations {
  return isObject(value) &&
    (value.audience === undefined || value.audience === null || isListOf(value.audience, isRole)) &&
    (value.lastModified === undefined || value.lastModified === null || typeof value.lastModified === 'string') &&
    (value.priority === undefined || value.priority === null || typeof value.priority === 'number') &&
    isMeta(value._meta);
}

/** The shape of {@link Annotations}, as data. */
export const AnnotationsShape: RecordShape = {
  is: 'record',
  fields: {
    audience: { of: { is: 'nullable', of: { is: 'list', of: RoleShape } }, optional: true, lenient: true },
    lastModified: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    priority: { of: { is: 'nullable', of: { is: 'double' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** Hints on how to use a piece of content. */
export const Annotations: TypeReader<Annotations> = {
  name: 'Annotations',
  is: isAnnotations,
  decode: (value, reading) => decode(isAnnotations, AnnotationsShape, value, reading),
  shape: AnnotationsShape,
};

/** Text, usually Markdown. */
export interface TextContent {
  /** Hints on how to use the content. */
  readonly annotations?: Annotations | null;
  /** The text. */
  readonly text: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TextContent}. */
export function isTextContent(value: unknown): value is TextContent {
  return isObject(value) &&
    (value.annotations === undefined || value.annotations === null || isAnnotations(value.annotations)) &&
    typeof value.text === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link TextContent}, as data. */
export const TextContentShape: RecordShape = {
  is: 'record',
  fields: {
    annotations: { of: { is: 'nullable', of: AnnotationsShape }, optional: true, lenient: true },
    text: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** Text, usually Markdown. */
export const TextContent: TypeReader<TextContent> = {
  name: 'TextContent',
  is: isTextContent,
  decode: (value, reading) => decode(isTextContent, TextContentShape, value, reading),
  shape: TextContentShape,
};

/** An image with its data. */
export interface ImageContent {
  /** Hints on how to use the content. */
  readonly annotations?: Annotations | null;
  /** The image in base64. */
  readonly data: string;
  /** Media type, such as `image/png`. */
  readonly mimeType: string;
  /** Where the image comes from. */
  readonly uri?: string | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ImageContent}. */
export function isImageContent(value: unknown): value is ImageContent {
  return isObject(value) &&
    (value.annotations === undefined || value.annotations === null || isAnnotations(value.annotations)) &&
    typeof value.data === 'string' &&
    typeof value.mimeType === 'string' &&
    (value.uri === undefined || value.uri === null || typeof value.uri === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link ImageContent}, as data. */
export const ImageContentShape: RecordShape = {
  is: 'record',
  fields: {
    annotations: { of: { is: 'nullable', of: AnnotationsShape }, optional: true, lenient: true },
    data: { of: { is: 'string' } },
    mimeType: { of: { is: 'string' } },
    uri: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** An image with its data. */
export const ImageContent: TypeReader<ImageContent> = {
  name: 'ImageContent',
  is: isImageContent,
  decode: (value, reading) => decode(isImageContent, ImageContentShape, value, reading),
  shape: ImageContentShape,
};

/** A sound with its data. */
export interface AudioContent {
  /** Hints on how to use the content. */
  readonly annotations?: Annotations | null;
  /** The sound in base64. */
  readonly data: string;
  /** Media type, such as `audio/wav`. */
  readonly mimeType: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AudioContent}. */
export function isAudioContent(value: unknown): value is AudioContent {
  return isObject(value) &&
    (value.annotations === undefined || value.annotations === null || isAnnotations(value.annotations)) &&
    typeof value.data === 'string' &&
    typeof value.mimeType === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link AudioContent}, as data. */
export const AudioContentShape: RecordShape = {
  is: 'record',
  fields: {
    annotations: { of: { is: 'nullable', of: AnnotationsShape }, optional: true, lenient: true },
    data: { of: { is: 'string' } },
    mimeType: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** A sound with its data. */
export const AudioContent: TypeReader<AudioContent> = {
  name: 'AudioContent',
  is: isAudioContent,
  decode: (value, reading) => decode(isAudioContent, AudioContentShape, value, reading),
  shape: AudioContentShape,
};

/** A link to a resource, without its contents. */
export interface ResourceLink {
  /** Hints on how to use the content. */
  readonly annotations?: Annotations | null;
  /** What the resource contains. */
  readonly description?: string | null;
  /** Media type, if known. */
  readonly mimeType?: string | null;
  /** Short name to show. */
  readonly name: string;
  /** Size in bytes, if known. */
  readonly size?: number | null;
  /** Longer title to show. */
  readonly title?: string | null;
  /** Address of the resource. */
  readonly uri: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ResourceLink}. */
export function isResourceLink(value: unknown): value is ResourceLink {
  return isObject(value) &&
    (value.annotations === undefined || value.annotations === null || isAnnotations(value.annotations)) &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.mimeType === undefined || value.mimeType === null || typeof value.mimeType === 'string') &&
    typeof value.name === 'string' &&
    (value.size === undefined || value.size === null || Number.isInteger(value.size)) &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    typeof value.uri === 'string' &&
    isMeta(value._meta);
}

/** The shape of {@link ResourceLink}, as data. */
export const ResourceLinkShape: RecordShape = {
  is: 'record',
  fields: {
    annotations: { of: { is: 'nullable', of: AnnotationsShape }, optional: true, lenient: true },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    mimeType: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    name: { of: { is: 'string' } },
    size: { of: { is: 'nullable', of: { is: 'integer' } }, optional: true, lenient: true },
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    uri: { of: { is: 'string' } },
    _meta: lenientMetaField,
  },
};

/** A link to a resource, without its contents. */
export const ResourceLink: TypeReader<ResourceLink> = {
  name: 'ResourceLink',
  is: isResourceLink,
  decode: (value, reading) => decode(isResourceLink, ResourceLinkShape, value, reading),
  shape: ResourceLinkShape,
};

/** The text of a resource. */
export interface TextResourceContents {
  /** Media type, if known. */
  readonly mimeType?: string | null;
  /** The text. */
  readonly text: string;
  /** Address of the resource. */
  readonly uri: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TextResourceContents}. */
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
    mimeType: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    text: { of: { is: 'string' } },
    uri: { of: { is: 'string' } },
    _meta: lenientMetaField,
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
  /** Media type, if known. */
  readonly mimeType?: string | null;
  /** Address of the resource. */
  readonly uri: string;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link BlobResourceContents}. */
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
    mimeType: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    uri: { of: { is: 'string' } },
    _meta: lenientMetaField,
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

/** Returns whether a value is a valid {@link EmbeddedResourceResource}. */
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

/** A resource with its contents. */
export interface EmbeddedResource {
  /** Hints on how to use the content. */
  readonly annotations?: Annotations | null;
  /** Address and contents of the resource. */
  readonly resource: EmbeddedResourceResource;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link EmbeddedResource}. */
export function isEmbeddedResource(value: unknown): value is EmbeddedResource {
  return isObject(value) &&
    (value.annotations === undefined || value.annotations === null || isAnnotations(value.annotations)) &&
    isEmbeddedResourceResource(value.resource) &&
    isMeta(value._meta);
}

/** The shape of {@link EmbeddedResource}, as data. */
export const EmbeddedResourceShape: RecordShape = {
  is: 'record',
  fields: {
    annotations: { of: { is: 'nullable', of: AnnotationsShape }, optional: true, lenient: true },
    resource: { of: EmbeddedResourceResourceShape },
    _meta: lenientMetaField,
  },
};

/** A resource with its contents. */
export const EmbeddedResource: TypeReader<EmbeddedResource> = {
  name: 'EmbeddedResource',
  is: isEmbeddedResource,
  decode: (value, reading) => decode(isEmbeddedResource, EmbeddedResourceShape, value, reading),
  shape: EmbeddedResourceShape,
};

/** A piece of content. */
export type ContentBlock =
  | ({ readonly type: 'text' } & TextContent)
  | ({ readonly type: 'image' } & ImageContent)
  | ({ readonly type: 'audio' } & AudioContent)
  | ({ readonly type: 'resource_link' } & ResourceLink)
  | ({ readonly type: 'resource' } & EmbeddedResource);

/** Returns whether a value is a valid {@link ContentBlock}. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isObject(value)) return false;
  switch (value.type) {
    case 'text':
      return isTextContent(value);
    case 'image':
      return isImageContent(value);
    case 'audio':
      return isAudioContent(value);
    case 'resource_link':
      return isResourceLink(value);
    case 'resource':
      return isEmbeddedResource(value);
    default:
      return false;
  }
}

/** The shape of {@link ContentBlock}, as data. */
export const ContentBlockShape: TaggedShape = {
  is: 'tagged',
  tag: 'type',
  variants: {
    text: TextContentShape,
    image: ImageContentShape,
    audio: AudioContentShape,
    resource_link: ResourceLinkShape,
    resource: EmbeddedResourceShape,
  },
};

/** A piece of content. */
export const ContentBlock: TypeReader<ContentBlock> = {
  name: 'ContentBlock',
  is: isContentBlock,
  decode: (value, reading) => decode(isContentBlock, ContentBlockShape, value, reading),
  shape: ContentBlockShape,
};
