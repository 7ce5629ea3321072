// Written by `npm run generate` from generate/definitions. Do not edit.

import { decode } from '../../reading/decode.ts';
import { isInteger, isListOf, isMeta, isNumber, isObject, isString, type Meta } from '../../reading/guard.ts';
import { type OfLaterDraft } from '../../reading/later-draft.ts';
import { lenientMetaField } from '../../reading/meta.ts';
import { type TypeReader } from '../../reading/method.ts';
import { type RecordShape, type Shape, type TaggedShape } from '../../reading/shape.ts';
import { isRole, RoleShape, type Role } from '../../base/generated/content.ts';
export {
  Role,
  isKnownRole,
  type KnownRole,
  type UnknownRole,
} from '../../base/generated/content.ts';

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
    (value.priority === undefined || value.priority === null || isNumber(value.priority, 0, 1)) &&
    isMeta(value._meta);
}

/** The shape of {@link Annotations}, as data. */
export const AnnotationsShape: RecordShape = {
  is: 'record',
  fields: {
    audience: { of: { is: 'nullable', of: { is: 'list', of: RoleShape } }, optional: true, lenient: true },
    lastModified: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    priority: { of: { is: 'nullable', of: { is: 'double', min: 0, max: 1 } }, optional: true, lenient: true },
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
  /** The text. */
  readonly text: string;
  /** Hints on how to use the content. */
  readonly annotations?: Annotations | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TextContent}. */
export function isTextContent(value: unknown): value is TextContent {
  return isObject(value) &&
    typeof value.text === 'string' &&
    (value.annotations === undefined || value.annotations === null || isAnnotations(value.annotations)) &&
    isMeta(value._meta);
}

/** The shape of {@link TextContent}, as data. */
export const TextContentShape: RecordShape = {
  is: 'record',
  fields: {
    text: { of: { is: 'string' } },
    annotations: { of: { is: 'nullable', of: AnnotationsShape }, optional: true, lenient: true },
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

/** A media type, such as `image/png`. */
export type MediaType = string;

/** Returns whether a value is a valid {@link MediaType}. */
export function isMediaType(value: unknown): value is MediaType {
  return typeof value === 'string';
}

/** The shape of {@link MediaType}, as data. */
export const MediaTypeShape: Shape = { is: 'string' };

/** A media type, such as `image/png`. */
export const MediaType: TypeReader<MediaType> = {
  name: 'MediaType',
  is: isMediaType,
  decode: (value, reading) => decode(isMediaType, MediaTypeShape, value, reading),
  shape: MediaTypeShape,
};

/** An image with its data. */
export interface ImageContent {
  /** The image in base64. */
  readonly data: string;
  /** Media type, such as `image/png`. */
  readonly mimeType: MediaType;
  /** Where the image comes from. */
  readonly uri?: string | null;
  /** Hints on how to use the content. */
  readonly annotations?: Annotations | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ImageContent}. */
export function isImageContent(value: unknown): value is ImageContent {
  return isObject(value) &&
    typeof value.data === 'string' &&
    typeof value.mimeType === 'string' &&
    (value.uri === undefined || value.uri === null || typeof value.uri === 'string') &&
    (value.annotations === undefined || value.annotations === null || isAnnotations(value.annotations)) &&
    isMeta(value._meta);
}

/** The shape of {@link ImageContent}, as data. */
export const ImageContentShape: RecordShape = {
  is: 'record',
  fields: {
    data: { of: { is: 'string', must: 'base64' } },
    mimeType: { of: MediaTypeShape },
    uri: { of: { is: 'nullable', of: { is: 'string', must: 'uri' } }, optional: true, lenient: true },
    annotations: { of: { is: 'nullable', of: AnnotationsShape }, optional: true, lenient: true },
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
  /** The sound in base64. */
  readonly data: string;
  /** Media type, such as `audio/wav`. */
  readonly mimeType: MediaType;
  /** Hints on how to use the content. */
  readonly annotations?: Annotations | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link AudioContent}. */
export function isAudioContent(value: unknown): value is AudioContent {
  return isObject(value) &&
    typeof value.data === 'string' &&
    typeof value.mimeType === 'string' &&
    (value.annotations === undefined || value.annotations === null || isAnnotations(value.annotations)) &&
    isMeta(value._meta);
}

/** The shape of {@link AudioContent}, as data. */
export const AudioContentShape: RecordShape = {
  is: 'record',
  fields: {
    data: { of: { is: 'string', must: 'base64' } },
    mimeType: { of: MediaTypeShape },
    annotations: { of: { is: 'nullable', of: AnnotationsShape }, optional: true, lenient: true },
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

/** The values of {@link IconTheme} that the protocol defines. */
export type KnownIconTheme =
  /** A light background. */
  | 'light'
  /** A dark background. */
  | 'dark';
/** Any other value of {@link IconTheme}: an extension if it begins with `_`, otherwise a value of a later draft. */
export type UnknownIconTheme = string & Record<never, never>;

/** The background that an icon is made for. */
export type IconTheme = KnownIconTheme | UnknownIconTheme;

/** Returns whether the protocol defines this value. */
export function isKnownIconTheme(value: IconTheme): value is KnownIconTheme {
  return value === 'light' || value === 'dark';
}

/** Returns whether a value is a valid {@link IconTheme}. */
export function isIconTheme(value: unknown): value is IconTheme {
  return typeof value === 'string';
}

/** The shape of {@link IconTheme}, as data. */
export const IconThemeShape: Shape = { is: 'enum', values: ['light', 'dark'], open: true };

/** The background that an icon is made for. */
export const IconTheme: TypeReader<IconTheme> = {
  name: 'IconTheme',
  is: isIconTheme,
  decode: (value, reading) => decode(isIconTheme, IconThemeShape, value, reading),
  shape: IconThemeShape,
};

/** An icon of a resource. */
export interface Icon {
  /** Address of the icon. */
  readonly src: string;
  /** Media type, if known. */
  readonly mimeType?: MediaType | null;
  /** Sizes that the icon is made for, such as `48x48`. */
  readonly sizes?: readonly string[] | null;
  /** The background that the icon is made for. */
  readonly theme?: IconTheme | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link Icon}. */
export function isIcon(value: unknown): value is Icon {
  return isObject(value) &&
    typeof value.src === 'string' &&
    (value.mimeType === undefined || value.mimeType === null || typeof value.mimeType === 'string') &&
    (value.sizes === undefined || value.sizes === null || isListOf(value.sizes, isString)) &&
    (value.theme === undefined || value.theme === null || typeof value.theme === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link Icon}, as data. */
export const IconShape: RecordShape = {
  is: 'record',
  fields: {
    src: { of: { is: 'string', must: 'uri' } },
    mimeType: { of: { is: 'nullable', of: MediaTypeShape }, optional: true, lenient: true },
    sizes: { of: { is: 'nullable', of: { is: 'list', of: { is: 'string' } } }, optional: true, lenient: true },
    theme: { of: { is: 'nullable', of: IconThemeShape }, optional: true, lenient: true },
    _meta: lenientMetaField,
  },
};

/** An icon of a resource. */
export const Icon: TypeReader<Icon> = {
  name: 'Icon',
  is: isIcon,
  decode: (value, reading) => decode(isIcon, IconShape, value, reading),
  shape: IconShape,
};

/** A link to a resource, without its contents. */
export interface ResourceLink {
  /** Short name to show. */
  readonly name: string;
  /** Address of the resource. */
  readonly uri: string;
  /** Longer title to show. */
  readonly title?: string | null;
  /** What the resource contains. */
  readonly description?: string | null;
  /** Icons to show for the resource. */
  readonly icons?: readonly Icon[] | null;
  /** Media type, if known. */
  readonly mimeType?: MediaType | null;
  /** Size in bytes, if known. */
  readonly size?: number | null;
  /** Hints on how to use the content. */
  readonly annotations?: Annotations | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link ResourceLink}. */
export function isResourceLink(value: unknown): value is ResourceLink {
  return isObject(value) &&
    typeof value.name === 'string' &&
    typeof value.uri === 'string' &&
    (value.title === undefined || value.title === null || typeof value.title === 'string') &&
    (value.description === undefined || value.description === null || typeof value.description === 'string') &&
    (value.icons === undefined || value.icons === null || isListOf(value.icons, isIcon)) &&
    (value.mimeType === undefined || value.mimeType === null || typeof value.mimeType === 'string') &&
    (value.size === undefined || value.size === null || isInteger(value.size, 0)) &&
    (value.annotations === undefined || value.annotations === null || isAnnotations(value.annotations)) &&
    isMeta(value._meta);
}

/** The shape of {@link ResourceLink}, as data. */
export const ResourceLinkShape: RecordShape = {
  is: 'record',
  fields: {
    name: { of: { is: 'string' } },
    uri: { of: { is: 'string', must: 'uri' } },
    title: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    description: { of: { is: 'nullable', of: { is: 'string' } }, optional: true, lenient: true },
    icons: { of: { is: 'nullable', of: { is: 'list', of: IconShape } }, optional: true, lenient: true },
    mimeType: { of: { is: 'nullable', of: MediaTypeShape }, optional: true, lenient: true },
    size: { of: { is: 'nullable', of: { is: 'integer', min: 0 } }, optional: true, lenient: true },
    annotations: { of: { is: 'nullable', of: AnnotationsShape }, optional: true, lenient: true },
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
  /** The text. */
  readonly text: string;
  /** Address of the resource. */
  readonly uri: string;
  /** Media type, if known. */
  readonly mimeType?: MediaType | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link TextResourceContents}. */
export function isTextResourceContents(value: unknown): value is TextResourceContents {
  return isObject(value) &&
    typeof value.text === 'string' &&
    typeof value.uri === 'string' &&
    (value.mimeType === undefined || value.mimeType === null || typeof value.mimeType === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link TextResourceContents}, as data. */
export const TextResourceContentsShape: RecordShape = {
  is: 'record',
  fields: {
    text: { of: { is: 'string' } },
    uri: { of: { is: 'string', must: 'uri' } },
    mimeType: { of: { is: 'nullable', of: MediaTypeShape }, optional: true, lenient: true },
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
  /** Address of the resource. */
  readonly uri: string;
  /** Media type, if known. */
  readonly mimeType?: MediaType | null;
  /** Free-form data of the sender. The protocol gives it no meaning. */
  readonly _meta?: Meta | null;
}

/** Returns whether a value is a valid {@link BlobResourceContents}. */
export function isBlobResourceContents(value: unknown): value is BlobResourceContents {
  return isObject(value) &&
    typeof value.blob === 'string' &&
    typeof value.uri === 'string' &&
    (value.mimeType === undefined || value.mimeType === null || typeof value.mimeType === 'string') &&
    isMeta(value._meta);
}

/** The shape of {@link BlobResourceContents}, as data. */
export const BlobResourceContentsShape: RecordShape = {
  is: 'record',
  fields: {
    blob: { of: { is: 'string', must: 'base64' } },
    uri: { of: { is: 'string', must: 'uri' } },
    mimeType: { of: { is: 'nullable', of: MediaTypeShape }, optional: true, lenient: true },
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

/** The variants of {@link ContentBlock} that the protocol defines. */
export type KnownContentBlock =
  | ({ readonly type: 'text' } & TextContent)
  | ({ readonly type: 'image' } & ImageContent)
  | ({ readonly type: 'audio' } & AudioContent)
  | ({ readonly type: 'resource_link' } & ResourceLink)
  | ({ readonly type: 'resource' } & EmbeddedResource);

/** Any other variant of {@link ContentBlock}: an extension if its tag begins with `_`, otherwise a variant of a later draft. */
export type UnknownContentBlock =
  | ({
      readonly type: `_${string}`;
      readonly [key: string]: unknown;
    })
  | (OfLaterDraft & {
      readonly type: string;
      readonly [key: string]: unknown;
    });

/** A piece of content. */
export type ContentBlock = KnownContentBlock | UnknownContentBlock;

/** Returns whether the protocol defines this variant; `false` for an extension or a variant of a later draft. */
export function isKnownContentBlock(value: ContentBlock): value is KnownContentBlock {
  return value.type === 'text' || value.type === 'image' || value.type === 'audio' || value.type === 'resource_link' || value.type === 'resource';
}

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
      return typeof value.type === 'string';
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
  rest: { is: 'record', fields: {} },
};

/** A piece of content. */
export const ContentBlock: TypeReader<ContentBlock> = {
  name: 'ContentBlock',
  is: isContentBlock,
  decode: (value, reading) => decode(isContentBlock, ContentBlockShape, value, reading),
  shape: ContentBlockShape,
};
