import type { ContentPart } from '@ag-ui/core';
import { type ContentBlock, isKnownContentBlock } from '@emend/acp/protocol/june';
import { isPlainText } from '@emend/acp/session';

/** Returns blocks as the content of a message: a text if they are nothing but plain text, or else a list of parts. */
export function contentOf(blocks: readonly ContentBlock[]): string | ContentPart[] {
  return plainText(blocks) ?? blocks.map(contentPart);
}

/** Returns the joined text of blocks that are nothing but plain text. */
function plainText(blocks: readonly ContentBlock[]): string | undefined {
  let text = '';
  for (const block of blocks) {
    if (!isPlainText(block)) return undefined;
    text += block.text;
  }
  return text;
}

/** Returns a block as a part. What AG-UI has no part for is an empty text, with the whole block in its metadata. */
export function contentPart(block: ContentBlock): ContentPart {
  if (!isKnownContentBlock(block)) return { type: 'text', text: '', metadata: { block } };
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text, ...(!isPlainText(block) && { metadata: { block } }) };
    case 'image':
    case 'audio':
      return { type: block.type, source: { type: 'data', value: block.data, mimeType: block.mimeType } };
    case 'resource_link': {
      const { uri, mimeType } = block;
      const source = { type: 'url' as const, value: uri, ...(typeof mimeType === 'string' && { mimeType }) };
      return { type: 'document', source, metadata: { block } };
    }
    default:
      return resourcePart(block.resource);
  }
}

type Resource = Extract<ContentBlock, { readonly type: 'resource' }>['resource'];

function resourcePart(resource: Resource): ContentPart {
  const { uri, mimeType } = resource;
  if ('text' in resource)
    return { type: 'text', text: resource.text, metadata: { uri, mimeType: mimeType ?? 'text/plain' } };
  const source = { type: 'data' as const, value: resource.blob, mimeType: mimeType ?? 'application/octet-stream' };
  return { type: 'document', source, metadata: { uri } };
}
