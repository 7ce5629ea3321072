import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import type { MessageKind } from '../../session/message.ts';
import { isPlainText, textOf } from '../../session/plain-text.ts';
import { type ContentLike, joined, missingPart, toBlocks } from '../content.ts';

/** Sends an update; the promise asks to wait for room and need not be looked at. */
export type SendUpdate = (update: SessionUpdate) => Promise<void>;

const updates = {
  user: { chunk: 'user_message_chunk', whole: 'user_message' },
  agent: { chunk: 'agent_message_chunk', whole: 'agent_message' },
  thought: { chunk: 'agent_thought_chunk', whole: 'agent_thought' },
} as const;

/**
 * A message that an agent writes: append to it while it streams, or set it to what it should say now.
 *
 * It remembers what was sent, so that `set` sends the smallest update that gets there: nothing, chunks, or the whole message.
 */
export class MessageHandle {
  readonly id: string;
  readonly kind: MessageKind;
  readonly #send: SendUpdate;
  /** What the other side has, adjacent plain text joined. */
  #content: readonly ContentBlock[] = [];
  #tail = '';

  constructor(kind: MessageKind, id: string, send: SendUpdate) {
    this.kind = kind;
    this.id = id;
    this.#send = send;
  }

  /** What the message says now. */
  get content(): readonly ContentBlock[] {
    if (this.#tail !== '') {
      this.#content = joined([...this.#content, { type: 'text', text: this.#tail }]);
      this.#tail = '';
    }
    return this.#content;
  }

  /** The text it says now. */
  get text(): string {
    return textOf(this.content);
  }

  /** Appends; an empty text sends nothing. `_meta` belongs to the appended chunk alone. */
  append(content: ContentLike, _meta?: Meta): Promise<void> {
    let sent = done;
    for (const block of toBlocks(content)) sent = this.#appendBlock(block, _meta);
    return sent;
  }

  #appendBlock(block: ContentBlock, _meta: Meta | undefined): Promise<void> {
    const sent = this.#send({
      sessionUpdate: updates[this.kind].chunk,
      messageId: this.id,
      content: block,
      ...(_meta === undefined ? {} : { _meta }),
    });
    // A stream of text is the common case; joining it on demand keeps each chunk cheap.
    if (isPlainText(block)) this.#tail += block.text;
    else this.#content = joined([...this.content, block]);
    return sent;
  }

  /** Makes the message say this: sends nothing if it does, what is missing if it says the beginning, else the whole message. */
  set(content: ContentLike): Promise<void> {
    const blocks = toBlocks(content);
    const next = joined(blocks);
    const missing = missingPart(this.content, next);
    if (missing !== undefined) return this.append(missing);
    const sent = this.#send({ sessionUpdate: updates[this.kind].whole, messageId: this.id, content: blocks });
    this.#content = next;
    return sent;
  }

  /** Sends the whole message, whether or not the other side has a part of it. */
  replace(content: ContentLike, _meta?: Meta | null): Promise<void> {
    const blocks = toBlocks(content);
    const sent = this.#send({
      sessionUpdate: updates[this.kind].whole,
      messageId: this.id,
      content: blocks,
      ...(_meta === undefined ? {} : { _meta }),
    });
    this.#tail = '';
    this.#content = joined(blocks);
    return sent;
  }

  /** Takes back all that it said. */
  clear(): Promise<void> {
    return this.content.length === 0 ? done : this.set([]);
  }

  /** Attaches metadata to the message; null removes it. The content stays. */
  meta(_meta: Meta | null): Promise<void> {
    return this.#send({ sessionUpdate: updates[this.kind].whole, messageId: this.id, _meta });
  }
}

const done = Promise.resolve();
