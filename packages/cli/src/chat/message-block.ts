import type { ContentBlock } from '@emend/acp/protocol/june';
import type { Message } from '@emend/acp/session';
import { tone } from '../terminal/style.ts';
import { TextBlock } from '../terminal/text-block.ts';
import type { Block } from '../terminal/transcript.ts';
import { gutter, type Layout, ownSign, thoughtGutter } from './layout.ts';
import { ParagraphText, type PlanBreaks } from './plan-breaks.ts';

function textBlock(kind: Message['kind'], { width, height, looks }: Layout): TextBlock {
  if (kind === 'thought')
    return new TextBlock({ width, height, looks, gutter: thoughtGutter, tone: tone.dim | tone.italic });
  if (kind === 'user') {
    // Prompts are shown as typed, not as Markdown.
    return new TextBlock({ width, height, looks, gutter: ownSign, tone: tone.bold, reading: 'verbatim' });
  }
  return new TextBlock({ width, height, looks, gutter });
}

/** A message on the screen. Growth is appended; a replaced message is laid out again. */
export class MessageBlock implements Block {
  readonly #kind: Message['kind'];
  readonly #breaks: PlanBreaks;
  readonly #text: TextBlock;
  #paragraphs: ParagraphText;
  #shown: Message | undefined;
  /** Length of its text. */
  length = 0;

  constructor(kind: Message['kind'], layout: Layout, breaks: PlanBreaks) {
    this.#kind = kind;
    this.#breaks = breaks;
    this.#paragraphs = new ParagraphText(kind, breaks);
    this.#text = textBlock(kind, layout);
  }

  get rows(): readonly string[] {
    return this.#text.rows;
  }

  get released(): number {
    return this.#text.released;
  }

  get isBehind(): boolean {
    return this.#text.isBehind;
  }

  takeChange(): number {
    return this.#text.takeChange();
  }

  release(before: number): void {
    this.#text.release(before);
  }

  /** Shows a prompt that the agent has not echoed yet. */
  showPrompt(prompt: readonly ContentBlock[]): void {
    this.#replace(prompt);
  }

  /** Shows the current message. */
  show(message: Message): void {
    const before = this.#shown;
    this.#shown = message;
    const from = before === undefined ? 0 : grownFrom(before, message);
    if (before === undefined || from === undefined) {
      this.#replace(message.content);
      return;
    }
    for (let index = from; index < message.content.length; index++) {
      const text = this.#paragraphs.next(message.content.at(index) as ContentBlock);
      this.length += text.length;
      this.#text.append(text);
    }
  }

  /** Shows only the end of a message: at most `most` characters, from the start of a line. */
  showEnd(message: Message, most: number): void {
    this.#shown = message;
    this.#replace(message.content, most);
  }

  #replace(content: Iterable<ContentBlock>, most: number = Number.POSITIVE_INFINITY): void {
    this.#paragraphs = new ParagraphText(this.#kind, this.#breaks);
    const text = this.#paragraphs.all(content);
    this.length = text.length;
    this.#text.replace(text.length > most ? text.slice(text.indexOf('\n', text.length - most) + 1) : text);
  }
}

/**
 * Returns the index of the first new item if a message only grew. Items are never copied, so if the last one is the same object, all
 * before it are the same as well. A limit may have dropped items at the front, which are on the screen already.
 */
function grownFrom(before: Message, after: Message): number | undefined {
  const from = before.content.length - (after.droppedItems - before.droppedItems);
  if (before.content.length === 0 || from < 1 || from > after.content.length) return undefined;
  return after.content.at(from - 1) === before.content.last() ? from : undefined;
}
