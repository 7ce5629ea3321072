import { byKey, lenient, openEnum, openUnion, record, type Topic } from '../../language.ts';

const annotations = ['Annotations | null', 'Hints on how to use the content.', lenient] as const;

/** Content. */
export const content = {
  Role: openEnum('A participant of the conversation.', {
    assistant: 'The agent.',
    user: 'The user.',
  }),
  Annotations: record('Hints on how to use a piece of content.', {
    'audience?': ['Role[] | null', 'Who the content is for. Everyone if omitted.', lenient],
    'lastModified?': ['string | null', 'When the content last changed, as an ISO 8601 time.'],
    'priority?': ['double | null', 'How important the content is, from 0 to 1.'],
  }),
  TextContent: record('Text, usually Markdown.', {
    'annotations?': annotations,
    text: ['string', 'The text.'],
  }),
  ImageContent: record('An image with its data.', {
    'annotations?': annotations,
    data: ['string', 'The image in base64.'],
    mimeType: ['string', 'Media type, such as `image/png`.'],
    'uri?': ['string | null', 'Where the image comes from.'],
  }),
  AudioContent: record('A sound with its data.', {
    'annotations?': annotations,
    data: ['string', 'The sound in base64.'],
    mimeType: ['string', 'Media type, such as `audio/wav`.'],
  }),
  ResourceLink: record('A link to a resource, without its contents.', {
    'annotations?': annotations,
    'description?': ['string | null', 'What the resource contains.'],
    'mimeType?': ['string | null', 'Media type, if known.'],
    name: ['string', 'Short name to show.'],
    'size?': ['int64 | null', 'Size in bytes, if known.'],
    'title?': ['string | null', 'Longer title to show.'],
    uri: ['string', 'Address of the resource.'],
  }),
  TextResourceContents: record('The text of a resource.', {
    'mimeType?': ['string | null', 'Media type, if known.'],
    text: ['string', 'The text.'],
    uri: ['string', 'Address of the resource.'],
  }),
  BlobResourceContents: record('The bytes of a resource.', {
    blob: ['string', 'The bytes in base64.'],
    'mimeType?': ['string | null', 'Media type, if known.'],
    uri: ['string', 'Address of the resource.'],
  }),
  EmbeddedResourceResource: byKey('The contents of a resource, as text or as bytes.', {
    text: 'TextResourceContents',
    blob: 'BlobResourceContents',
  }),
  EmbeddedResource: record('A resource with its contents.', {
    'annotations?': annotations,
    resource: ['EmbeddedResourceResource', 'Address and contents of the resource.'],
  }),
  ContentBlock: openUnion('A piece of content.', {
    text: 'TextContent',
    image: 'ImageContent',
    audio: 'AudioContent',
    resource_link: 'ResourceLink',
    resource: 'EmbeddedResource',
  }),
} satisfies Topic;
