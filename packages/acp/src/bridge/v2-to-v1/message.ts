import { type Conversion, converted, convertedList, refused, within } from '../conversion.ts';
import type * as v1 from '../v1.ts';
import type * as v2 from '../v2.ts';
import { contentBlockToV1 } from './content.ts';

/** A piece of a message as v1 has it. */
export function contentChunkToV1<Chunk extends v2.ContentChunk>(
  chunk: Chunk,
): Conversion<Omit<Chunk, 'content'> & { readonly content: v1.ContentBlock }> {
  const block = within('content', contentBlockToV1(chunk.content));
  if (!block.ok) return block;
  return converted({ ...chunk, content: block.value });
}

/** A whole message as v1 chunks, one a block: right only while v1 has nothing of that message (RFD message-updates). */
export function messageToV1(
  message: v2.UserMessage | v2.AgentMessage | v2.AgentThought,
): Conversion<readonly v1.ContentChunk[]> {
  const { messageId, content, _meta } = message;
  if (_meta === null) return refused('cleared-message-meta', '_meta');
  if (content === undefined) return refused('patch-only-message', 'content');
  if (content === null || content.length === 0) return refused('cleared-message-content', 'content');
  const blocks = within('content', convertedList(content, contentBlockToV1));
  if (!blocks.ok) return blocks;
  const meta = _meta === undefined ? {} : { _meta };
  return converted(blocks.value.map((block) => ({ messageId, content: block, ...meta })));
}
