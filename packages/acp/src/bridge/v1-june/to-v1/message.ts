import { type Conversion, converted, convertedList, refused, within } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { contentBlockToV1 } from './content-block.ts';

/** A piece of a message as v1 has it. */
export function contentChunkToV1<Chunk extends june.ContentChunk>(
  chunk: Chunk,
): Conversion<Omit<Chunk, 'content'> & { readonly content: v1.ContentBlock }> {
  const block = within('content', contentBlockToV1(chunk.content));
  if (!block.ok) return block;
  return converted({ ...chunk, content: block.value });
}

/** A whole message as v1 chunks, one a block: right only while v1 has nothing of that message (RFD message-updates). */
export function messageToV1(
  message: june.UserMessage | june.AgentMessage | june.AgentThought,
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
