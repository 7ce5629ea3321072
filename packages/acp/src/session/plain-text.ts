import type { ContentBlock } from '../protocol/june/generated/content.ts';

/** A text block with no other fields than its text. */
export interface PlainText {
  readonly type: 'text';
  readonly text: string;
}

/** Returns whether a block has nothing but text. Annotations, `_meta` and unknown fields belong to one block, so such blocks are not joined. */
export function isPlainText(block: ContentBlock): block is PlainText {
  if (block.type !== 'text' || typeof block['text'] !== 'string') return false;
  for (const key in block) {
    if (key === 'type' || key === 'text') continue;
    const value = (block as Readonly<Record<string, unknown>>)[key];
    if (value !== null && value !== undefined) return false;
  }
  return true;
}

/** Returns the content with adjacent plain text blocks joined into one, or the same array if there are none. */
export function joinedText(content: readonly ContentBlock[]): readonly ContentBlock[] {
  const joined: ContentBlock[] = [];
  for (let start = 0; start < content.length; ) {
    const end = endOfText(content, start);
    joined.push(
      end === start + 1 ? (content[start] as ContentBlock) : { type: 'text', text: textOf(content, start, end) },
    );
    start = end;
  }
  return joined.length === content.length ? content : joined;
}

/** Returns the end of the run of plain text blocks that starts here; any other block is a run of one. */
function endOfText(content: readonly ContentBlock[], start: number): number {
  let end = start;
  while (end < content.length && isPlainText(content[end] as ContentBlock)) end++;
  return Math.max(end, start + 1);
}

/** Returns the text of all text blocks, joined. */
export function textOf(content: readonly ContentBlock[], start = 0, end = content.length): string {
  let text = '';
  for (let index = start; index < end; index++) text += blockText(content[index] as ContentBlock);
  return text;
}

/** Returns the text of a block, or the empty string if it is not a text block. */
export function blockText(block: ContentBlock): string {
  return block.type === 'text' && typeof block['text'] === 'string' ? block['text'] : '';
}
