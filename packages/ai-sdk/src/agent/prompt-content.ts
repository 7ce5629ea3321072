import { type ContentBlock, type EmbeddedResource, isKnownContentBlock } from '@emend/acp/protocol/june';
import type { UserContent } from 'ai';

type UserPart = Exclude<UserContent, string>[number];

/** Returns a prompt as the content of a user message for a model: links become text, and unknown blocks their JSON. */
export function userContent(blocks: Iterable<ContentBlock>): UserPart[] {
  const parts: UserPart[] = [];
  for (const block of blocks) {
    const part = partOf(block);
    const last = parts.at(-1);
    if (part.type !== 'text') parts.push(part);
    else if (last?.type === 'text') parts[parts.length - 1] = { type: 'text', text: last.text + part.text };
    else if (part.text !== '') parts.push(part);
  }
  return parts;
}

function partOf(block: ContentBlock): UserPart {
  if (!isKnownContentBlock(block)) return { type: 'text', text: JSON.stringify(block) };
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
    case 'audio':
      return { type: 'file', data: block.data, mediaType: block.mimeType };
    case 'resource_link':
      return { type: 'text', text: `[${block.name}](${block.uri})` };
    case 'resource':
      return resourcePart(block.resource);
  }
}

function resourcePart(resource: EmbeddedResource['resource']): UserPart {
  const { uri, mimeType } = resource;
  if ('blob' in resource)
    return { type: 'file', data: resource.blob, mediaType: mimeType ?? 'application/octet-stream', filename: uri };
  return { type: 'text', text: `<resource uri=${JSON.stringify(uri)}>\n${resource.text}\n</resource>` };
}
