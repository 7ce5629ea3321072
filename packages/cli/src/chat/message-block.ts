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
    // A person knows what they wrote, and code in it is not Markdown.
    return new TextBlock({ width, height, looks, gutter: ownSign, tone: tone.bold, reading: 'verbatim' });
  }
  return new TextBlock({ width, height, looks, gutter });
}

/** A message on the screen: appended to where it grew, laid out anew where it was replaced. */
export class MessageBlock implements Block {
  readonly #kind: Message['kind'];
  readonly #breaks: PlanBreaks;
  readonly #text: TextBlock;
  #paragraphs: ParagraphText;
  #shown: Message | undefined;
  /** How much text it holds. */
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

  /** Shows a prompt that the agent has not told back yet. */
  showPrompt(prompt: readonly ContentBlock[]): void {
    this.#replace(prompt);
  }

  /** Shows the message as it is now. */
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

  /** Shows a message of which only the end is within reach: at most so many characters, from the beginning of a line. */
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
 * The first new item, if a message only grew. Items are kept as they came, so the same object in the place of the last one means that all
 * before it are the same as well; a limit may have dropped some at the front, which are on the screen already.
 */
function grownFrom(before: Message, after: Message): number | undefined {
  const from = before.content.length - (after.droppedItems - before.droppedItems);
  if (before.content.length === 0 || from < 1 || from > after.content.length) return undefined;
  return after.content.at(from - 1) === before.content.last() ? from : undefined;
}
