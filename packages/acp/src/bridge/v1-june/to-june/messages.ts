import type { MessageKind } from '../../../session/message.ts';
import { alike } from '../../outbox.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { contentBlockToJune } from './content.ts';
import type { Crossing } from './crossing.ts';
import { knownMessageId, messageIdOf } from './message-ids.ts';

type MessageTag = 'user_message' | 'agent_message' | 'agent_thought';
type Chunk = Extract<v1.SessionUpdate, { readonly sessionUpdate: `${MessageTag}_chunk` }>;

/** Sends a chunk of a message. */
export function crossChunk(crossing: Crossing, kind: MessageKind, update: Chunk): void {
  const messageId = messageIdOf(crossing, kind, update.messageId);
  const content = contentBlockToJune(update.content);
  const isSame = messageId === update.messageId && content === update.content;
  // What follows at once continues the same message.
  const run = content === update.content && content.type === 'text' ? alike : undefined;
  crossing.send(isSame ? (update as june.SessionUpdate) : withIdAndContent(update, messageId, content), run);
}

/** Returns the chunk with another id and content. Written out, because copying and then adding a key is ten times slower. */
function withIdAndContent(update: Chunk, messageId: string, content: june.ContentBlock): june.SessionUpdate {
  for (const key in update) {
    const isKnown = key === 'sessionUpdate' || key === 'content' || key === 'messageId';
    if (!isKnown) return { ...update, messageId, content };
  }
  return { sessionUpdate: update.sessionUpdate, messageId, content };
}

/** Sends a proposed clear: an upsert with empty content, of the named message or the current one. */
export function crossClear(crossing: Crossing, kind: 'agent' | 'thought', clear: v1.MessageClear): void {
  const { session } = crossing;
  const named = clear.messageId ?? undefined;
  const messageId = named === undefined ? session.latest.of(kind) : knownMessageId(crossing, kind, named);
  if (messageId === undefined) {
    const lost = named ?? 'the current message';
    crossing.note({ kind: 'repair', rule: 'clear-without-message', lost, done: 'nothing to clear' });
    return;
  }
  // Chunks that follow go to the message that was cleared.
  if (named === undefined) session.current = { kind, id: messageId, isMinted: true };
  const sessionUpdate = kind === 'agent' ? 'agent_message' : 'agent_thought';
  crossing.send({ sessionUpdate, messageId, content: [], ...(clear._meta && { _meta: clear._meta }) });
}
