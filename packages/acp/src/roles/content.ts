import type { ContentBlock } from '../protocol/june/generated/content.ts';
import { isPlainText, joinedText } from '../session/plain-text.ts';
import { isSameJson } from '../session/structures/same-json.ts';
import type { OutgoingContentBlock } from './outgoing-content.ts';

/** Content as an argument: a text, a block, or several blocks. */
export type ContentLike = string | OutgoingContentBlock | readonly OutgoingContentBlock[];

/** Returns content as a list of blocks; an empty text is an empty list. */
export function toBlocks(content: ContentLike): readonly ContentBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  // In plain JavaScript the mistake would otherwise surface far from here.
  if (typeof content !== 'object' || content === null)
    throw new TypeError('Content must be a text, a content block or a list of blocks.');
  return (Array.isArray(content) ? content : [content]) as readonly ContentBlock[];
}

/** Returns the blocks with adjacent plain text joined and empty texts removed, which does not change the message. */
export function joined(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  return joinedText(blocks).filter((block) => !isPlainText(block) || block.text !== '');
}

/** Returns what must be appended to turn one content into the other, or undefined if that is impossible. Both must be joined. */
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

const neededCapabilities = { image: 'image', audio: 'audio', resource: 'embeddedContext' } as const;

/** Returns the prompt capability that an agent needs for a content block; text and links need none. */
export function neededCapability({ type }: ContentBlock): 'image' | 'audio' | 'embeddedContext' | undefined {
  return Object.hasOwn(neededCapabilities, type)
    ? neededCapabilities[type as 'image' | 'audio' | 'resource']
    : undefined;
}
