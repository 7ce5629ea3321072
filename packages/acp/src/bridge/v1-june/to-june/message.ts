import { type Conversion, converted, refused, within } from '../../conversion.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { contentBlockToV2 } from './content.ts';

/** A piece of a message as v2 has it; without a message id there is none (RFD message-id). */
export function contentChunkToV2<Chunk extends v1.ContentChunk>(
  chunk: Chunk,
): Conversion<Omit<Chunk, 'content' | 'messageId'> & june.ContentChunk> {
  const { messageId } = chunk;
  if (messageId === undefined || messageId === null) return refused('missing-message-id', 'messageId');
  const block = within('content', contentBlockToV2(chunk.content));
  if (!block.ok) return block;
  return converted({ ...chunk, messageId, content: block.value });
}

/** A proposed clear as v2 has it: an upsert with empty content. */
export function messageClearToV2(clear: v1.MessageClear): Conversion<june.AgentMessage> {
  const { messageId, _meta } = clear;
  if (messageId === undefined || messageId === null) return refused('missing-message-id', 'messageId');
  return converted({ messageId, content: [], ...(_meta === undefined || _meta === null ? {} : { _meta }) });
}
