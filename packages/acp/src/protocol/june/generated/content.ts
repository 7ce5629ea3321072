// Written by `npm run generate` from generate/definitions. Do not edit.

export {
  Role,
  isKnownRole,
  type KnownRole,
  type UnknownRole,
  Annotations,
  TextContent,
  ImageContent,
  AudioContent,
  ResourceLink,
  TextResourceContents,
  BlobResourceContents,
  EmbeddedResourceResource,
  EmbeddedResource,
  ContentBlock,
  isKnownContentBlock,
  type KnownContentBlock,
  type UnknownContentBlock,
} from '../../base/generated/content.ts';
