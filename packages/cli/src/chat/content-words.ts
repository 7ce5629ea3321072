import {
  type ContentBlock,
  isKnownContentBlock,
  isKnownToolCallContent,
  type ToolCallContent,
} from '@emend/acp/protocol/v2';
import type { MessageKind } from '@emend/acp/session';
import { diffHunks } from '@emend/acp/view';

/** A content block as text; what is no text is named. */
export function blockText(block: ContentBlock): string {
  if (!isKnownContentBlock(block)) return `[${block.type}]`;
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `[${block.title ?? block.name}](${block.uri})`;
    case 'resource':
      return `[${block.resource.uri}]`;
    default:
      return `[${block.type} ${block.mimeType}, ${Math.floor((block.data.length * 3) / 4)} bytes]`;
  }
}

/** A content block of a message as text that goes on from the blocks before it; what a person sends along is on lines of its own. */
export function messageText(kind: MessageKind, block: ContentBlock): string {
  return kind === 'user' && block.type !== 'text' ? `\n${blockText(block)}` : blockText(block);
}

/** A line of what a tool call shows. */
export interface ContentLine {
  readonly type: 'text' | 'path' | 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Lines over this are not worked out: nobody reads so far, and a diff of millions of lines takes long. */
const longest = 200_000;

function diffLines(diff: {
  readonly path: string;
  readonly oldText?: string | null;
  readonly newText: string;
}): ContentLine[] {
  const isLong = diff.newText.length + (diff.oldText?.length ?? 0) > longest;
  const view = isLong ? undefined : diffHunks(diff, { maxEdits: 500 });
  if (view === undefined) return [{ type: 'path', text: `${diff.path} (too long to compare)` }];
  const head: ContentLine = { type: 'path', text: `${view.path} +${view.added} -${view.removed}` };
  return [head, ...view.hunks.flatMap((hunk) => hunk.lines.map(({ type, text }) => ({ type, text })))];
}

/** What a tool call shows, line by line; adjacent texts are one text. */
export function contentLines(content: Iterable<ToolCallContent>): ContentLine[] {
  const lines: ContentLine[] = [];
  let text = '';
  const flush = (): void => {
    if (text === '') return;
    for (const line of text.slice(0, longest).replace(/\n$/, '').split('\n')) lines.push({ type: 'text', text: line });
    text = '';
  };
  for (const item of content) {
    if (!isKnownToolCallContent(item)) {
      flush();
      lines.push({ type: 'text', text: `[${item.type}]` });
    } else if (item.type === 'diff') {
      flush();
      lines.push(...diffLines(item));
    } else text += blockText(item.content);
  }
  flush();
  return lines;
}
