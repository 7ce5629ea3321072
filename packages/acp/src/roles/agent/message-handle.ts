import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import type { MessageKind } from '../../session/message.ts';
import { isPlainText, textOf } from '../../session/plain-text.ts';
import { type ContentLike, joined, missingPart, toBlocks } from '../content.ts';

/** Where a handle sends its updates: a turn or a session. */
export interface UpdateTarget {
  /** Sends an update. The promise resolves when there is room for more; awaiting it is optional. */
  update(update: SessionUpdate): Promise<void>;
}

const updates = {
  user: { chunk: 'user_message_chunk', whole: 'user_message' },
  agent: { chunk: 'agent_message_chunk', whole: 'agent_message' },
  thought: { chunk: 'agent_thought_chunk', whole: 'agent_thought' },
} as const;

/**
 * A message that an agent writes: append to it while it streams, or set its whole content.
 *
 * It remembers what was sent, so that `set` sends the smallest update that is needed: nothing, chunks, or the whole message.
 */
export class MessageHandle {
  readonly id: string;
  readonly kind: MessageKind;
  readonly #target: UpdateTarget;
  /** What was sent so far, with adjacent plain text joined. */
  #content: readonly ContentBlock[] = [];
  #tail = '';

  /** @internal */
  constructor(kind: MessageKind, id: string, target: UpdateTarget) {
    this.kind = kind;
    this.id = id;
    this.#target = target;
  }

  /** The current content of the message. */
  get content(): readonly ContentBlock[] {
    if (this.#tail !== '') {
      this.#content = joined([...this.#content, { type: 'text', text: this.#tail }]);
      this.#tail = '';
    }
    return this.#content;
  }

  /** The current text of the message. */
  get text(): string {
    return textOf(this.content);
  }

  /** Appends content; an empty text sends nothing. `_meta` belongs to the appended chunk only. */
  append(content: ContentLike, _meta?: Meta): Promise<void> {
    let sent = done;
    for (const block of toBlocks(content)) sent = this.#appendBlock(block, _meta);
    return sent;
  }

  #appendBlock(block: ContentBlock, _meta: Meta | undefined): Promise<void> {
    const sent = this.#target.update({
      sessionUpdate: updates[this.kind].chunk,
      messageId: this.id,
      content: block,
      ...(_meta !== undefined && { _meta }),
    });
    // A stream of text is the common case; joining it on demand keeps each chunk cheap.
    if (isPlainText(block)) this.#tail += block.text;
    else this.#content = joined([...this.content, block]);
    return sent;
  }

  /** Sets the content. Sends nothing if it is the same, only the rest if it continues what was sent, else the whole message. */
  set(content: ContentLike): Promise<void> {
    const blocks = toBlocks(content);
    const next = joined(blocks);
    const missing = missingPart(this.content, next);
    if (missing !== undefined) return this.append(missing);
    const sent = this.#target.update({ sessionUpdate: updates[this.kind].whole, messageId: this.id, content: blocks });
    this.#content = next;
    return sent;
  }

  /** Replaces the whole message, even if nothing changed. */
  replace(content: ContentLike, _meta?: Meta | null): Promise<void> {
    const blocks = toBlocks(content);
    const sent = this.#target.update({
      sessionUpdate: updates[this.kind].whole,
      messageId: this.id,
      content: blocks,
      ...(_meta !== undefined && { _meta }),
    });
    this.#tail = '';
    this.#content = joined(blocks);
    return sent;
  }

  /** Removes all content. */
  clear(): Promise<void> {
    return this.content.length === 0 ? done : this.set([]);
  }

  /** Sets the `_meta` of the message, or removes it with null. The content stays. */
  meta(_meta: Meta | null): Promise<void> {
    return this.#target.update({ sessionUpdate: updates[this.kind].whole, messageId: this.id, _meta });
  }
}

const done = Promise.resolve();
