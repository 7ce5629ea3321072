import type { ContentBlock } from '../protocol/june/generated/content.ts';
import { isPlainText, joinedText } from '../session/plain-text.ts';
import { isSameJson } from '../session/structures/same-json.ts';
import type { WrittenContentBlock } from './outgoing-content.ts';

/** What may be given as content: a text, a block, or several blocks. */
export type ContentLike = string | WrittenContentBlock | readonly WrittenContentBlock[];

/** Content as blocks; an empty text is no content. */
export function toBlocks(content: ContentLike): readonly ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  // A mistake in plain JavaScript would otherwise surface far from here.
  if (typeof content !== 'object' || content === null)
    throw new TypeError('content is a text, a content block or a list of blocks');
  return (Array.isArray(content) ? content : [content]) as readonly ContentBlock[];
}

/** The blocks with adjacent plain text joined and without empty texts: a message says the same with them. */
export function joined(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  return joinedText(blocks).filter((block) => !isPlainText(block) || block.text !== '');
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
    if (!isPlainText(block) || !isPlainText(other) || !other.text.startsWith(block.text)) return undefined;
    const rest = other.text.slice(block.text.length);
    const isLast = index === current.length - 1;
    if (rest !== '' && !isLast) return undefined;
    if (rest !== '') missing.push({ type: 'text', text: rest });
  }
  return [...missing, ...next.slice(current.length)];
}
