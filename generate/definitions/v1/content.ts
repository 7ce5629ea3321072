import { closed, markedAs, type Topic } from '../../language.ts';
import { content as base } from '../base/content.ts';

/** Content in v1. */
export const content = {
  Role: closed(base.Role),
  ContentBlock: closed(base.ContentBlock),
  Annotations: markedAs(base.Annotations, true, 'lastModified', 'priority'),
  ImageContent: markedAs(base.ImageContent, true, 'uri'),
  ResourceLink: markedAs(base.ResourceLink, true, 'description', 'mimeType', 'size', 'title'),
  TextResourceContents: markedAs(base.TextResourceContents, true, 'mimeType'),
  BlobResourceContents: markedAs(base.BlobResourceContents, true, 'mimeType'),
} satisfies Topic;
