import type { ContentBlock } from '../protocol/june/generated/content.ts';

/** A text block with nothing to say but its text. */
export interface PlainText {
  readonly type: 'text';
  readonly text: string;
}

/** Whether a block is text and nothing else: annotations, `_meta` and what we do not know speak of one block alone. */
export function isPlainText(block: ContentBlock): block is PlainText {
  if (block.type !== 'text' || typeof block['text'] !== 'string') return false;
  for (const key in block) {
    if (key === 'type' || key === 'text') continue;
    const value = (block as Readonly<Record<string, unknown>>)[key];
    if (value !== null && value !== undefined) return false;
  }
  return true;
}

/** Content with adjacent plain text joined, since borders between texts say nothing; the same array if there is none to join. */
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

/** Where the run of plain texts ends that begins here; a block of another kind is a run of its own. */
function endOfText(content: readonly ContentBlock[], start: number): number {
  let end = start;
  while (end < content.length && isPlainText(content[end] as ContentBlock)) end++;
  return Math.max(end, start + 1);
}

/** The text of text blocks, one after another, whatever lies between. */
export function textOf(content: readonly ContentBlock[], start = 0, end = content.length): string {
  let text = '';
  for (let index = start; index < end; index++) text += blockText(content[index] as ContentBlock);
  return text;
}

/** The text of a block; of one that is no text, none. */
export function blockText(block: ContentBlock): string {
  return block.type === 'text' && typeof block['text'] === 'string' ? block['text'] : '';
}
