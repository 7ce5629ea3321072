import type { ContentBlock } from '../protocol/v2/generated/content.ts';
import { isSameJson } from '../session/same-json.ts';

/** What may be given as content: a text, a block, or several blocks. */
export type ContentLike = string | ContentBlock | readonly ContentBlock[];

/** Content as blocks; an empty text is no content. */
export function toBlocks(content: ContentLike): readonly ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  // A mistake in plain JavaScript would otherwise surface far from here.
  if (typeof content !== 'object' || content === null)
    throw new TypeError('content is a text, a content block or a list of blocks');
  return isList(content) ? content : [content];
}

function isList(content: ContentLike): content is readonly ContentBlock[] {
  return Array.isArray(content);
}

interface PlainText {
  readonly type: 'text';
  readonly text: string;
}

function isPlainText(block: ContentBlock | undefined): block is PlainText {
  if (block?.type !== 'text' || typeof block['text'] !== 'string') return false;
  return Object.keys(block).length === 2;
}

/** The blocks with adjacent plain text joined: how text is cut into blocks is not part of what it says. */
export function joined(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const result: ContentBlock[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (isPlainText(block) && isPlainText(last))
      result[result.length - 1] = { type: 'text', text: last.text + block.text };
    else if (!isPlainText(block) || block.text !== '') result.push(block);
  }
  return result;
}

/** What has to be appended to get from one content to the other; undefined where appending cannot do it. Both are joined. */
export function missingPart(
  current: readonly ContentBlock[],
  next: readonly ContentBlock[],
): readonly ContentBlock[] | undefined {
  if (current.length > next.length) return undefined;
  const missing: ContentBlock[] = [];
  for (const [index, block] of current.entries()) {
    const other = next[index] as ContentBlock;
    if (isSameJson(block, other)) continue;
    const isLast = index === current.length - 1;
    if (!isLast || !isPlainText(block) || !isPlainText(other) || !other.text.startsWith(block.text)) return undefined;
    missing.push({ type: 'text', text: other.text.slice(block.text.length) });
  }
  return [...missing, ...next.slice(current.length)];
}

/** The text of the text blocks, one after another. */
export function textOf(blocks: readonly ContentBlock[]): string {
  let text = '';
  for (const block of blocks) if (block.type === 'text' && typeof block['text'] === 'string') text += block['text'];
  return text;
}
