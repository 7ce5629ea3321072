import { isEqual } from '../../equal.ts';
import { hasMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import { toolContentToV1 } from './content.ts';
import type { Crossing } from './crossing.ts';
import type { ShownToolCall } from './session.ts';

/** How many characters beyond the size of the content may be sent before other messages no longer cause it to be sent. */
const slack = 16 * 1024;

/**
 * Content is sent whenever it has doubled until this much was sent, so that the first lines are shown at once, and then whenever there is
 * `growth` times as much: every time all of it goes out again, and where there are timers, a flush shows the rest within a second.
 */
const small = 16 * 1024;
const growth = 8;

/** Returns about how long a piece of tool content is as JSON. */
function sizeOf(item: v1.ToolCallContent): number {
  if (item.type === 'content' && item.content.type === 'text') return 64 + item.content.text.length;
  if (item.type === 'diff') return 64 + item.newText.length + (item.oldText?.length ?? 0) + item.path.length;
  return JSON.stringify(item).length;
}

/** Represents content that the client has and that is no longer known. */
const forgottenContent: v1.ToolCallContent[] = [];

/** Returns what is kept of tool content that is no longer needed: whether there was any. */
export function forgottenOf(content: v1.ToolCallContent[]): v1.ToolCallContent[] {
  return content.length === 0 ? content : forgottenContent;
}

/** Marks the whole content as sent. */
export function markSent(crossing: Crossing, tool: ShownToolCall): void {
  tool.sentSize = tool.size;
  tool.totalSent += tool.size;
  crossing.session.unsent.delete(tool);
}

/** Sends the current content of a tool call. */
export function sendContent(crossing: Crossing, tool: ShownToolCall): void {
  markSent(crossing, tool);
  crossing.send({ sessionUpdate: 'tool_call_update', toolCallId: tool.id, content: [...tool.content] });
}

/** Sends all pending content. */
export function sendAllContent(crossing: Crossing): void {
  for (const tool of crossing.session.unsent) sendContent(crossing, tool);
}

/**
 * Sends pending content before another message. If every chunk were followed by one, this would send the array each time;
 * beyond the slack, content waits until it has grown.
 */
export function sendContentBeforeOthers(crossing: Crossing): void {
  for (const tool of crossing.session.unsent) {
    if (tool.totalSent <= tool.size + slack) sendContent(crossing, tool);
  }
}

/** Replaces the content. */
export function setContent(
  crossing: Crossing,
  tool: ShownToolCall,
  content: readonly june.ToolCallContent[],
): readonly v1.ToolCallContent[] {
  const items = content.map((item, index) =>
    toolContentToV1(item, { toolCallId: tool.id, path: `content[${index}]` }, crossing.note),
  );
  tool.content = items;
  tool.size = items.reduce((sum, item) => sum + sizeOf(item), 0);
  markSent(crossing, tool);
  return items.every((item, index) => (item as unknown) === content[index])
    ? (content as readonly v1.ToolCallContent[])
    : [...items];
}

/** Adds a chunk to the content; `_meta` of the chunk is put on the item, the only place that v1 has for it. */
export function addContent(crossing: Crossing, tool: ShownToolCall, chunk: june.ToolCallContentChunk): void {
  if (tool.content === forgottenContent) {
    tool.content = [];
    const lost = 'what the tool call showed before its session was closed';
    const done = 'only what came since is shown';
    crossing.note({ kind: 'loss', rule: 'closed-content', toolCallId: tool.id, path: 'content', lost, done });
  }
  const place = { toolCallId: tool.id, path: `content[${tool.content.length}]` };
  let item = toolContentToV1(chunk.content, place, crossing.note);
  if (hasMeta(chunk)) {
    const own = item._meta ?? {};
    const clashes = Object.keys(chunk._meta ?? {}).filter(
      (key) => key in own && !isEqual(own[key], chunk._meta?.[key]),
    );
    item = { ...item, _meta: { ...chunk._meta, ...own } };
    crossing.note({
      kind: clashes.length > 0 ? 'loss' : 'repair',
      rule: 'content-meta',
      ...place,
      path: '_meta',
      lost: clashes.length > 0 ? clashes : 'that the _meta belongs to the chunk',
      done: 'put on the item',
    });
  }
  tool.content.push(item);
  tool.size += sizeOf(item);
}

/** Sends the content if it has grown enough; with the whole of it at the end, that is at most some 2.2 times the content, and 1.5 times on average. */
export function sendGrownContent(crossing: Crossing, tool: ShownToolCall): void {
  const factor = tool.sentSize < small ? 2 : growth;
  if (tool.size >= factor * tool.sentSize) sendContent(crossing, tool);
  else crossing.session.unsent.add(tool);
}
