import { alias, lenient, openEnum, record, type Topic } from '../../language.ts';

const annotations = ['Annotations | null', 'Hints on how to use the content.', lenient] as const;
const mimeType = ['MediaType | null', 'Media type, if known.', lenient] as const;

/** Content in November. */
export const content = {
  MediaType: alias('A media type, such as `image/png`.', 'string'),
  IconTheme: openEnum('The background that an icon is made for.', {
    light: 'A light background.',
    dark: 'A dark background.',
  }),
  Icon: record('An icon of a resource.', {
    src: ['uri', 'Address of the icon.'],
    'mimeType?': mimeType,
    'sizes?': ['string[] | null', 'Sizes that the icon is made for, such as `48x48`.', lenient],
    'theme?': ['IconTheme | null', 'The background that the icon is made for.', lenient],
  }),
  Annotations: record('Hints on how to use a piece of content.', {
    'audience?': ['Role[] | null', 'Who the content is for. Everyone if omitted.', lenient],
    'lastModified?': ['string | null', 'When the content last changed, as an ISO 8601 time.', lenient],
    'priority?': ['fraction | null', 'How important the content is, from 0 to 1.', lenient],
  }),
  TextContent: record('Text, usually Markdown.', {
    text: ['string', 'The text.'],
    'annotations?': annotations,
  }),
  ImageContent: record('An image with its data.', {
    data: ['base64', 'The image in base64.'],
    mimeType: ['MediaType', 'Media type, such as `image/png`.'],
    'uri?': ['uri | null', 'Where the image comes from.', lenient],
    'annotations?': annotations,
  }),
  AudioContent: record('A sound with its data.', {
    data: ['base64', 'The sound in base64.'],
    mimeType: ['MediaType', 'Media type, such as `audio/wav`.'],
    'annotations?': annotations,
  }),
  ResourceLink: record('A link to a resource, without its contents.', {
    name: ['string', 'Short name to show.'],
    uri: ['uri', 'Address of the resource.'],
    'title?': ['string | null', 'Longer title to show.', lenient],
    'description?': ['string | null', 'What the resource contains.', lenient],
    'icons?': ['Icon[] | null', 'Icons to show for the resource.', lenient],
    'mimeType?': mimeType,
    'size?': ['uint64 | null', 'Size in bytes, if known.', lenient],
    'annotations?': annotations,
  }),
  TextResourceContents: record('The text of a resource.', {
    text: ['string', 'The text.'],
    uri: ['uri', 'Address of the resource.'],
    'mimeType?': mimeType,
  }),
  BlobResourceContents: record('The bytes of a resource.', {
    blob: ['base64', 'The bytes in base64.'],
    uri: ['uri', 'Address of the resource.'],
    'mimeType?': mimeType,
  }),
} satisfies Topic;
