import { byKey, lenient, record, type Topic } from '../../language.ts';

const annotations = ['Annotations | null', 'For whom the content is meant and how much it matters.', lenient] as const;

/** Content, alike in both versions. */
export const content: Topic = {
  Annotations: record('Hints on how to use a piece of content.', {
    'audience?': ['Role[] | null', 'For whom it is meant; everybody if omitted.', lenient],
    'lastModified?': ['string | null', 'When it last changed, as an ISO 8601 time.'],
    'priority?': ['double | null', 'How much it matters, from 0 to 1.'],
  }),
  TextContent: record('Text, usually Markdown.', {
    'annotations?': annotations,
    text: ['string', 'The text.'],
  }),
  ImageContent: record('A picture, inline.', {
    'annotations?': annotations,
    data: ['string', 'The picture in base64.'],
    mimeType: ['string', 'Its media type, such as `image/png`.'],
    'uri?': ['string | null', 'Where it comes from.'],
  }),
  AudioContent: record('A sound, inline.', {
    'annotations?': annotations,
    data: ['string', 'The sound in base64.'],
    mimeType: ['string', 'Its media type, such as `audio/wav`.'],
  }),
  ResourceLink: record('A resource by its address, without its contents.', {
    'annotations?': annotations,
    'description?': ['string | null', 'What it holds.'],
    'mimeType?': ['string | null', 'Its media type, where known.'],
    name: ['string', 'A short name to show.'],
    'size?': ['int64 | null', 'Its size in bytes, where known.'],
    'title?': ['string | null', 'A longer title to show.'],
    uri: ['string', 'Its address.'],
  }),
  TextResourceContents: record('The text of a resource.', {
    'mimeType?': ['string | null', 'Its media type, where known.'],
    text: ['string', 'The text.'],
    uri: ['string', 'The address of the resource.'],
  }),
  BlobResourceContents: record('The bytes of a resource.', {
    blob: ['string', 'The bytes in base64.'],
    'mimeType?': ['string | null', 'Its media type, where known.'],
    uri: ['string', 'The address of the resource.'],
  }),
  EmbeddedResourceResource: byKey('The contents of a resource, as text or as bytes.', {
    text: 'TextResourceContents',
    blob: 'BlobResourceContents',
  }),
  EmbeddedResource: record('A resource together with its contents.', {
    'annotations?': annotations,
    resource: ['EmbeddedResourceResource', 'Address and contents.'],
  }),
};
