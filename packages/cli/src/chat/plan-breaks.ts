import type { SessionState } from '@emend/acp';
import type { ContentBlock, ReceivedSessionUpdate } from '@emend/acp/protocol/june';
import type { MessageKind } from '@emend/acp/session';
import { messageText } from './content-words.ts';

/** Remembers where a plan came in the middle of a message: what the agent says before it and after it are two paragraphs. */
export class PlanBreaks {
  // Items, not positions: a message that is replaced has other items, and a limit drops items at the front.
  readonly #lastItems = new WeakSet<ContentBlock>();

  /** Takes note of an update that the state already has. */
  updated({ sessionUpdate }: ReceivedSessionUpdate, { messages, tracking }: SessionState): void {
    if (sessionUpdate !== 'plan_update') return;
    const { agent, thought } = tracking.cursor;
    for (const index of [agent, thought]) {
      const item = index === undefined ? undefined : messages.at(index)?.content.last();
      if (item !== undefined) this.#lastItems.add(item);
    }
  }

  /** Whether a plan came when this item was the last of its message. */
  isAfter(item: ContentBlock): boolean {
    return this.#lastItems.has(item);
  }
}

/** Turns the items of one message, in their order, into the text to show. */
export class ParagraphText {
  readonly #kind: MessageKind;
  readonly #breaks: PlanBreaks;
  #lastItem: ContentBlock | undefined;
  #lastCharacter = '';
  #isBroken = false;

  constructor(kind: MessageKind, breaks: PlanBreaks) {
    this.#kind = kind;
    this.#breaks = breaks;
  }

  /** Returns what the next item adds to the text; after a plan it begins a paragraph, unless white space parts it already. */
  next(item: ContentBlock): string {
    // Asked now, since the plan came after the item before had been shown.
    this.#isBroken ||= this.#lastItem !== undefined && this.#breaks.isAfter(this.#lastItem);
    this.#lastItem = item;
    const text = messageText(this.#kind, item);
    if (text === '') return '';
    const runsOn = this.#isBroken && /\S/.test(this.#lastCharacter) && /^\S/.test(text);
    this.#isBroken = false;
    this.#lastCharacter = text.slice(-1);
    return runsOn ? `\n\n${text}` : text;
  }

  /** Returns the text of several items. */
  all(items: Iterable<ContentBlock>): string {
    let text = '';
    for (const item of items) text += this.next(item);
    return text;
  }
}
