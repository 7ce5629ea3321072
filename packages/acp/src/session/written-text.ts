import type { ContentBlock } from '../protocol/june/generated/content.ts';
import { joinedText, type PlainText } from './plain-text.ts';
import type { Sequence, UnmadeItems } from './structures/sequence.ts';

/** What stands around the texts of blocks that `JSON.stringify` wrote, and between two of them. */
const opening = '[{"type":"text","text":"';
const closing = '"}]';
const between = '"},{"type":"text","text":"';

/**
 * Several blocks of plain text as they were written, which are read when somebody looks at them.
 *
 * A message that was streamed has a block for each token. Most of those who read it want its text, and reading the blocks takes ten times as
 * long as reading that.
 */
export class WrittenText implements UnmadeItems<ContentBlock> {
  readonly #json: string;
  #blocks: readonly ContentBlock[] | undefined;
  readonly length: number;
  /** The texts of all blocks, joined. */
  readonly text: string;

  private constructor(json: string, length: number, text: string) {
    this.#json = json;
    this.length = length;
    this.text = text;
  }

  /** Reads a JSON text; undefined if it is anything else than an array of two or more such blocks, written without spaces. */
  static read(json: string): WrittenText | undefined {
    if (!json.startsWith(opening) || !json.endsWith(closing)) return undefined;
    const texts = json.slice(opening.length, -closing.length);
    const joined = texts.replaceAll(between, '');
    const count = (texts.length - joined.length) / between.length + 1;
    if (count < 2 || (joined.includes('\\') && !areStrings(texts.split(between)))) return undefined;
    // A quote in a text is escaped: with one string, nothing else than texts stands between the blocks.
    const text = stringOf(joined);
    return text === undefined ? undefined : new WrittenText(json, count, text);
  }

  /** Returns the blocks; the same array each time. */
  make(): readonly ContentBlock[] {
    this.#blocks ??= JSON.parse(this.#json) as PlainText[];
    return this.#blocks;
  }
}

/** Whether each of these is a whole string: half of an escape may look whole together with the next one. */
function areStrings(texts: readonly string[]): boolean {
  return texts.every((text) => !text.includes('\\') || stringOf(text) !== undefined);
}

function stringOf(characters: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`"${characters}"`);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

const contentOf = new WeakMap<object, WrittenText>();

/** Returns the update with this content, which is read when somebody looks at it; the content it has keeps its place among the keys. */
export function withWrittenContent<T extends { readonly content: unknown }>(update: T, content: WrittenText): T {
  Object.defineProperty(update, 'content', { get: () => content.make(), enumerable: true, configurable: true });
  contentOf.set(update, content);
  return update;
}

/** Returns the content that {@link withWrittenContent} gave an update. */
export function writtenContentOf(update: object): WrittenText | undefined {
  return contentOf.get(update);
}

/** Returns content with adjacent plain text joined into one block. */
export function joinedContent(content: Sequence<ContentBlock>): readonly ContentBlock[] {
  const { source } = content;
  return source instanceof WrittenText ? [{ type: 'text', text: source.text }] : joinedText(content.toArray());
}
