import type { MessageId } from '../protocol/base/generated/message.ts';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { Sequence } from './structures/sequence.ts';

/** Who speaks: the person, the agent, or the agent to itself. */
export type MessageKind = 'user' | 'agent' | 'thought';

/** A message as it stands now. */
export interface Message {
  readonly kind: MessageKind;
  readonly messageId: MessageId;
  /** One item a chunk, or the items of the last whole message and the chunks since. */
  readonly content: Sequence<ContentBlock>;
  readonly _meta: Meta | undefined;
  /** How many items a limit has dropped from the front of the content. */
  readonly droppedItems: number;
}

/** The key of a message: agents do use one id for a thought and a message, so the kind is part of it. */
export function messageKey(kind: MessageKind, messageId: MessageId): string {
  return `${kind} ${messageId}`;
}
