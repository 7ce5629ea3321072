import type { Meta } from '../../../protocol/reading/guard.ts';
import { rawOf } from '../../meta-keys.ts';
import { diffToJune } from '../diff-to-june.ts';
import type { NovemberDiff } from '../diff-to-november.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { terminalPlaceholder } from '../terminal-placeholder.ts';
import { contentBlockToJune } from './content.ts';
import type { Crossing } from './crossing.ts';
import { type TerminalItem, terminalItems } from './terminal-item.ts';

/** An item of tool content, and the June items that show it. */
interface Slot {
  /** The item itself, if it is a terminal, whose June items change with it. */
  readonly terminal: TerminalItem | undefined;
  items: readonly june.ToolCallContent[];
  /** The version of the terminal that they show. */
  version: number;
}

/** A tool call as the June client knows it. */
export interface ShownToolCall {
  readonly id: string;
  title: string | undefined;
  name: string | undefined;
  /** The `_meta` of the agent, merged. */
  meta: Meta | undefined;
  /** The content; `undefined` if it is no longer known. */
  slots: Slot[] | undefined;
  /** The size of the content when it was last sent, and how much has changed since; in characters. */
  sentSize: number;
  fresh: number;
  /** How much has come from the agent and gone to the client in total. */
  received: number;
  totalSent: number;
}

/** Returns a new tool call. */
export function newToolCall(id: string): ShownToolCall {
  const counts = { sentSize: 0, fresh: 0, received: 0, totalSent: 0 };
  return { id, title: undefined, name: undefined, meta: undefined, slots: [], ...counts };
}

/** How many characters beyond what has come may be sent before other messages no longer cause content to be sent. */
const slack = 16 * 1024;

function sizeOf(item: june.ToolCallContent): number {
  const { content, newText, oldText } = item as { content?: { text?: unknown }; newText?: string; oldText?: string };
  if (typeof content?.text === 'string') return 64 + content.text.length;
  if (newText !== undefined) return 64 + newText.length + (oldText?.length ?? 0);
  return JSON.stringify(item).length;
}

function diffItems(crossing: Crossing, toolCallId: string, path: string, diff: NovemberDiff) {
  const { items, hasManyHunks, hasText } = diffToJune(diff);
  const lost = diff.changes.map(({ operation }) => operation);
  if (hasText) {
    const done = 'shown as text';
    crossing.note({ kind: 'repair', rule: 'diff-operation', toolCallId, path: `${path}.changes`, lost, done });
  }
  if (hasManyHunks) {
    const done = 'shown as one diff for each hunk';
    crossing.note({ kind: 'repair', rule: 'diff-hunks', toolCallId, path: `${path}.patch`, lost, done });
  }
  return items;
}

/** Returns the June items of a slot, again if its terminal has changed. */
function itemsOf(
  { session: { values }, note }: Crossing,
  call: ShownToolCall,
  slot: Slot,
): readonly june.ToolCallContent[] {
  const terminal = slot.terminal === undefined ? undefined : values.terminals.get(slot.terminal.terminalId);
  // The output of a terminal that had to be forgotten stays as it was shown last.
  if (slot.terminal === undefined || terminal === undefined || terminal.version === slot.version) return slot.items;
  slot.items = terminalItems(slot.terminal, terminal, call.id, note);
  slot.version = terminal.version;
  return slot.items;
}

function slotOf(crossing: Crossing, call: ShownToolCall, item: november.ToolCallContent, path: string): Slot {
  const {
    session: { values },
    note,
  } = crossing;
  const shown = (items: readonly june.ToolCallContent[]): Slot => ({ terminal: undefined, items, version: 0 });
  if (item.type === 'diff') return shown(diffItems(crossing, call.id, path, item as NovemberDiff));
  if (item.type === 'terminal') {
    const terminal = item as TerminalItem;
    values.terminals.of(terminal.terminalId).calls.add(call.id);
    const slot: Slot = { terminal, items: [], version: -1 };
    itemsOf(crossing, call, slot);
    return slot;
  }
  if (item.type !== 'content') return shown([item as june.ToolCallContent]);
  const { content, _meta } = item as Extract<november.ToolCallContent, { readonly type: 'content' }>;
  const raw = rawOf(_meta);
  const isPlaceholder = content.type === 'text' && content['text'] === terminalPlaceholder;
  if (isPlaceholder && raw?.type === 'terminal') return shown([raw as object as june.ToolCallContent]);
  const block = contentBlockToJune(content, { toolCallId: call.id, path: `${path}.content` }, note);
  return shown([((block as unknown) === content ? item : { ...item, content: block }) as june.ToolCallContent]);
}

function forgetTerminals({ session: { values } }: Crossing, call: ShownToolCall): void {
  for (const { terminal } of call.slots ?? []) {
    if (terminal !== undefined) values.terminals.get(terminal.terminalId)?.calls.delete(call.id);
  }
}

function markSent(crossing: Crossing, call: ShownToolCall, content: readonly june.ToolCallContent[]): void {
  call.sentSize = content.reduce((sum, item) => sum + sizeOf(item), 0);
  call.totalSent += call.sentSize;
  call.fresh = 0;
  crossing.session.values.unsent.delete(call);
}

/** Replaces the content, and returns it as June has it; content in which nothing changes is returned itself. */
export function setContent(
  crossing: Crossing,
  call: ShownToolCall,
  content: readonly november.ToolCallContent[],
): readonly june.ToolCallContent[] {
  forgetTerminals(crossing, call);
  const slots = content.map((item, index) => slotOf(crossing, call, item, `content[${index}]`));
  call.slots = slots;
  const items = slots.flatMap((slot) => slot.items);
  markSent(crossing, call, items);
  call.received += call.sentSize;
  const isSame = items.length === content.length && items.every((item, index) => (item as unknown) === content[index]);
  return isSame ? (content as unknown as readonly june.ToolCallContent[]) : items;
}

/** Adds a piece of content, and returns the June items that show it. */
export function addContent(
  crossing: Crossing,
  call: ShownToolCall,
  item: november.ToolCallContent,
): readonly june.ToolCallContent[] {
  const slot = slotOf(crossing, call, item, 'content');
  // Content that is no longer known cannot be sent again, so its terminals stay as they are.
  if (call.slots === undefined && slot.terminal !== undefined) {
    crossing.session.values.terminals.get(slot.terminal.terminalId)?.calls.delete(call.id);
  }
  call.slots?.push(slot);
  const size = slot.items.reduce((sum, each) => sum + sizeOf(each), 0);
  call.sentSize += size;
  call.totalSent += size;
  call.received += size;
  return slot.items;
}

/** Sends the current content of a tool call. */
export function sendContent(crossing: Crossing, call: ShownToolCall): void {
  const content = (call.slots ?? []).flatMap((slot) => itemsOf(crossing, call, slot));
  markSent(crossing, call, content);
  crossing.send({ sessionUpdate: 'tool_call_update', toolCallId: call.id, content });
}

/** Sends all content that has changed since it was sent. */
export function sendAllContent(crossing: Crossing): void {
  for (const call of crossing.session.values.unsent) sendContent(crossing, call);
}

function maySendMore(call: ShownToolCall): boolean {
  return call.totalSent <= call.received + slack;
}

/** Sends changed content before another message, unless that has happened so often that the total has grown too much. */
export function sendContentBeforeOthers(crossing: Crossing): void {
  for (const call of crossing.session.values.unsent) if (maySendMore(call)) sendContent(crossing, call);
}

/** Sends content that shows new output if at least half of it is new, which keeps the total within three times the content. */
export function sendGrownContent(crossing: Crossing, call: ShownToolCall, length: number): void {
  call.fresh += length;
  call.received += length;
  if (call.fresh >= call.sentSize) sendContent(crossing, call);
  else crossing.session.values.unsent.add(call);
}

/** Sends content in which something other than its length has changed, unless the total has grown too much; then it waits. */
export function sendChangedContent(crossing: Crossing, call: ShownToolCall, length: number): void {
  call.fresh += length;
  call.received += length;
  if (maySendMore(call)) sendContent(crossing, call);
  else crossing.session.values.unsent.add(call);
}
