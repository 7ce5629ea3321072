import type { ContentBlock } from '../../../protocol/june/generated/content.ts';
import { isPlainText } from '../../../session/plain-text.ts';
import { isEqual } from '../../equal.ts';

/**
 * Content as a reader sees it: adjacent plain texts are joined, and empty ones left out. The plain text at the end is kept
 * separately, because streams grow there.
 */
export interface ShownContent {
  blocks: ContentBlock[];
  tail: string;
  /** The length of the tail when it was last flattened. */
  flat: number;
}

/** The blocks of content that is only text, shared because most messages are. */
const noBlocks: ContentBlock[] = [];

/** Represents blocks that were shown and are no longer known; no block of an agent equals it. */
const forgottenBlocks: ContentBlock[] = [{ type: 'text', text: Symbol('forgotten') as unknown as string }];

/** Returns what is kept of content that is no longer needed: whether there was any. More can be appended to it. */
export function forgotten(content: ShownContent): ShownContent {
  return isEmpty(content) ? noContent() : { blocks: forgottenBlocks, tail: '', flat: 0 };
}

/** Returns empty content. */
export function noContent(): ShownContent {
  return { blocks: noBlocks, tail: '', flat: 0 };
}

/** Adds a block at the end. */
export function append(content: ShownContent, block: ContentBlock): void {
  if (isPlainText(block)) {
    content.tail += block.text;
    // Engines keep appended strings as a chain; reading a character flattens it, and doing so at every doubling is cheap.
    if (content.tail.length > content.flat * 2 + 4096) {
      content.tail.charCodeAt(0);
      content.flat = content.tail.length;
    }
    return;
  }
  if (content.blocks === noBlocks || content.blocks === forgottenBlocks) content.blocks = [...content.blocks];
  if (content.tail !== '') content.blocks.push({ type: 'text', text: content.tail });
  content.tail = '';
  content.flat = 0;
  content.blocks.push(block);
}

/** Returns a list of blocks as a reader sees it. */
export function shown(blocks: readonly ContentBlock[]): ShownContent {
  const content = noContent();
  for (const block of blocks) append(content, block);
  return content;
}

/** Returns whether there is nothing to see. */
export function isEmpty(content: ShownContent): boolean {
  return content.tail === '' && content.blocks.length === 0;
}

/** Returns the content as a list of blocks. */
export function blocksOf(content: ShownContent): readonly ContentBlock[] {
  return content.tail === '' ? content.blocks : [...content.blocks, { type: 'text', text: content.tail }];
}

/** Returns what is missing at the end of `from` to make it `to`; `undefined` if `to` does not continue it. */
export function continuation(from: ShownContent, to: ShownContent): readonly ContentBlock[] | undefined {
  const common = from.blocks.length;
  if (common > to.blocks.length) return undefined;
  for (let index = 0; index < common; index++) {
    if (!isEqual(from.blocks[index], to.blocks[index])) return undefined;
  }
  const rest: ContentBlock[] = [];
  const following = to.blocks[common];
  if (following === undefined) {
    if (!to.tail.startsWith(from.tail)) return undefined;
    if (to.tail.length > from.tail.length) rest.push({ type: 'text', text: to.tail.slice(from.tail.length) });
    return rest;
  }
  if (from.tail === '') return blocksOf({ ...to, blocks: to.blocks.slice(common) });
  if (!isPlainText(following) || !following.text.startsWith(from.tail)) return undefined;
  if (following.text.length > from.tail.length)
    rest.push({ type: 'text', text: following.text.slice(from.tail.length) });
  for (const block of blocksOf({ ...to, blocks: to.blocks.slice(common + 1) })) rest.push(block);
  return rest;
}
