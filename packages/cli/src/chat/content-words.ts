import { type ContentBlock, isKnownContentBlock, isKnownToolCallContent } from '@emend/acp/protocol/june';
import { isJuneContent, type MessageKind, type ToolCallContent } from '@emend/acp/session';
import { diffHunks } from '@emend/acp/view';
import { isFenced, withoutFence } from './fenced-text.ts';
import { outputLines, textLines } from './output-lines.ts';

/** Returns a content block as text; other content is named. */
function blockText(block: ContentBlock): string {
  if (!isKnownContentBlock(block)) return `[${block.type}]`;
  switch (block.type) {
    case 'text':
      return block.text;
    case 'resource_link':
      return `[${block.title ?? block.name}](${block.uri})`;
    case 'resource':
      return `[${block.resource.uri}]`;
    default:
      return `[${block.type} ${block.mimeType}, ${bytesIn(block.data)} bytes]`;
  }
}

/** Returns how many bytes a Base64 text encodes. */
export function bytesIn(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

/** Returns a content block as text that continues the blocks before it; attachments of a prompt get lines of their own. */
export function messageText(kind: MessageKind, block: ContentBlock): string {
  return kind === 'user' && block.type !== 'text' ? `\n${blockText(block)}` : blockText(block);
}

/** A line of a tool call's content; `note` is our own remark, everything else is the agent's. */
export interface ContentLine {
  readonly type: 'text' | 'path' | 'same' | 'added' | 'removed' | 'note';
  readonly text: string;
}

/** Longer texts are neither split into lines nor compared: a diff of millions of lines takes too long. */
const longest = 200_000;

interface Change {
  readonly path: string;
  readonly oldText?: string | null;
  readonly newText: string;
}

/** Returns a diff as lines with a few lines of context, or both whole texts if comparing them takes too long. */
export function comparedLines(diff: Change): ContentLine[] {
  if (isLong(diff)) {
    const lines: ContentLine[] = [{ type: 'path', text: `${diff.path} (too long to compare)` }];
    for (const text of textLines(diff.oldText ?? '')) lines.push({ type: 'removed', text });
    for (const text of textLines(diff.newText)) lines.push({ type: 'added', text });
    return lines;
  }
  const view = diffHunks(diff, { maxEdits: 500 });
  const lines: ContentLine[] = [{ type: 'path', text: `${view.path} +${view.added} -${view.removed}` }];
  for (const hunk of view.hunks) for (const { type, text } of hunk.lines) lines.push({ type, text });
  return lines;
}

function isLong({ oldText, newText }: Change): boolean {
  return newText.length + (oldText?.length ?? 0) > longest;
}

/** Returns the content of a tool call as lines. Adjacent texts are joined, and only the end of a very long text is kept. */
export function contentLines(content: Iterable<ToolCallContent>): ContentLine[] {
  const lines: ContentLine[] = [];
  for (const item of joined(content)) {
    if (typeof item === 'string') {
      const leftOut = Math.max(0, item.length - longest);
      if (leftOut > 0) lines.push({ type: 'note', text: `… ${leftOut} more characters` });
      for (const text of outputLines(item.slice(leftOut))) lines.push({ type: 'text', text });
    } else if (!isJuneContent(item) || !isKnownToolCallContent(item))
      lines.push({ type: 'text', text: `[${item.type}]` });
    else if (item.type === 'diff') {
      const { path } = item;
      // A permission request shows all of it; here a remark is enough.
      if (isLong(item)) lines.push({ type: 'path', text: `${path} (too long to compare)` });
      else for (const line of comparedLines(item)) lines.push(line);
    }
  }
  return lines;
}

/**
 * Joins adjacent texts of a tool call's content, each without the fence around it; a completely fenced text stays separate. Blocks that
 * are not text are joined under the name that `blockText` gives them, unless they are to stay separate.
 */
export function* joined(
  content: Iterable<ToolCallContent>,
  others: 'named' | 'alone' = 'named',
): Generator<ToolCallContent | string> {
  let text = '';
  let isWhole = false;
  for (const item of content) {
    const isText =
      isJuneContent(item) &&
      isKnownToolCallContent(item) &&
      item.type === 'content' &&
      (others === 'named' || item.content.type === 'text');
    const added = isText ? blockText(item.content) : '';
    const wasWhole = isWhole;
    isWhole = isText && isFenced(added);
    if (text !== '' && (!isText || (wasWhole && isWhole))) {
      yield withoutFence(text);
      text = '';
    }
    if (!isText) yield item;
    else {
      isWhole &&= text === '';
      text += added;
    }
  }
  if (text !== '') yield withoutFence(text);
}
