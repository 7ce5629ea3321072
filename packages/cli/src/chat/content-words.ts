import { type ContentBlock, isKnownContentBlock } from '@emend/acp/protocol/june';
import type { MessageKind, Terminal, ToolCallContent } from '@emend/acp/session';
import { exitWords, type FileDiff, fileDiffs, isDiff, terminalOutput } from '@emend/acp/view';
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

/** A diff in either of its forms. */
type DiffContent = Parameters<typeof fileDiffs>[0];

/** Returns a diff as lines with a few lines of context, or both whole texts if comparing them takes too long. */
export function comparedLines(diff: DiffContent): ContentLine[] {
  if (isLong(diff) && 'newText' in diff) {
    const lines: ContentLine[] = [{ type: 'path', text: `${diff.path} (too long to compare)` }];
    for (const text of textLines(diff.oldText ?? '')) lines.push({ type: 'removed', text });
    for (const text of textLines(diff.newText)) lines.push({ type: 'added', text });
    return lines;
  }
  const { files, rest } = fileDiffs(diff, { maxEdits: 500 });
  const lines = files.flatMap(fileLines);
  for (const text of rest === '' ? [] : textLines(rest)) lines.push({ type: 'text', text });
  return lines;
}

function fileLines({ label, hunks, added, removed }: FileDiff): ContentLine[] {
  const count = hunks.length === 0 ? '' : ` +${added} -${removed}`;
  const lines: ContentLine[] = [{ type: 'path', text: `${label}${count}` }];
  for (const hunk of hunks) for (const { type, text } of hunk.lines) lines.push({ type, text });
  return lines;
}

function isLong(diff: DiffContent): boolean {
  const length = 'newText' in diff ? diff.newText.length + (diff.oldText?.length ?? 0) : (diff.patch?.text.length ?? 0);
  return length > longest;
}

/** Returns the paths of a diff that is too long to be shown here; a permission request shows all of it. */
function longDiffLines(diff: DiffContent): ContentLine[] {
  if ('newText' in diff) return [{ type: 'path', text: `${diff.path} (too long to compare)` }];
  const { files } = fileDiffs({ changes: diff.changes });
  return files.map(({ label }) => ({ type: 'path', text: `${label} (too long to show)` }));
}

/** Looks up a terminal by its id. */
export type FindTerminal = (terminalId: string) => Terminal | undefined;

/** Returns the command and the output of a terminal as lines. */
function terminalLines(terminal: Terminal): ContentLine[] {
  const { command } = terminal;
  const lines: ContentLine[] = command === undefined ? [] : [{ type: 'path', text: `$ ${command}` }];
  const output = terminalOutput(terminal);
  if (output !== '') for (const text of outputLines(output)) lines.push({ type: 'text', text });
  const end = exitWords(terminal);
  return end === '' ? lines : [...lines, { type: 'note', text: end }];
}

/** Returns the content of a tool call as lines. Adjacent texts are joined, and only the end of a very long text is kept. */
export function contentLines(content: Iterable<ToolCallContent>, find: FindTerminal): ContentLine[] {
  const lines: ContentLine[] = [];
  for (const item of joined(content)) {
    if (typeof item === 'string') {
      const leftOut = Math.max(0, item.length - longest);
      if (leftOut > 0) lines.push({ type: 'note', text: `… ${leftOut} more characters` });
      for (const text of outputLines(item.slice(leftOut))) lines.push({ type: 'text', text });
    } else if (isDiff(item)) {
      for (const line of isLong(item) ? longDiffLines(item) : comparedLines(item)) lines.push(line);
    } else {
      const terminal = terminalIn(item, find);
      if (terminal === undefined) lines.push({ type: 'text', text: `[${item.type}]` });
      else for (const line of terminalLines(terminal)) lines.push(line);
    }
  }
  return lines;
}

/** Returns the terminal that an item of tool content shows. */
function terminalIn(item: ToolCallContent, find: FindTerminal): Terminal | undefined {
  const { type, terminalId } = item as { readonly type: string; readonly terminalId?: unknown };
  return type === 'terminal' && typeof terminalId === 'string' ? find(terminalId) : undefined;
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
    const block = blockIn(item);
    const isText = block !== undefined && (others === 'named' || block.type === 'text');
    const added = isText ? blockText(block) : '';
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

/** Returns the block of an item of tool content that has one. */
export function blockIn(item: ToolCallContent): ContentBlock | undefined {
  return item.type === 'content' && 'content' in item ? (item.content as ContentBlock) : undefined;
}
