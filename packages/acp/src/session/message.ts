import type { MessageId } from '../protocol/base/generated/message.ts';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { Sequence } from './structures/sequence.ts';

/** The kinds of messages: of the user, of the agent, and the agent's thoughts. */
export type MessageKind = 'user' | 'agent' | 'thought';

/** A message in its current state. */
export interface Message {
  readonly kind: MessageKind;
  readonly messageId: MessageId;
  /** The items of the last whole message, and one item for each chunk since. */
  readonly content: Sequence<ContentBlock>;
  readonly _meta: Meta | undefined;
  /** Number of items that a limit has dropped from the start of the content. */
  readonly droppedItems: number;
}

/** Returns the key of a message. It includes the kind, because some agents use one id for a thought and a message. */
export function messageKey(kind: MessageKind, messageId: MessageId): string {
  return `${kind} ${messageId}`;
}
