import { isObject, type Meta } from '../../../protocol/reading/guard.ts';
import { metaKeys, withMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { withNewMeta } from '../upsert-meta.ts';
import type { Crossing } from './crossing.ts';
import { changedMeta, mergedMeta } from './meta.ts';
import { addContent, newToolCall, type ShownToolCall, sendContent, setContent } from './tool-content.ts';

/** Returns a tool call, and creates it if it is new. */
export function toolCallOf({ session: { values } }: Crossing, id: string): ShownToolCall {
  let found = values.toolCalls.get(id);
  if (found === undefined) {
    found = newToolCall(id);
    values.toolCalls.set(id, found);
  }
  return found;
}

/** Returns the `_meta` for June: that of the agent, with the name of the tool. */
function composedMeta({ meta, name }: ShownToolCall): Meta | undefined {
  return name === undefined ? meta : withMeta(meta, metaKeys.name, name);
}

function applyMeta(crossing: Crossing, call: ShownToolCall, update: november.ToolCallUpdate): Meta | null | undefined {
  const { name, _meta } = update;
  if (name === undefined && _meta === undefined) return undefined;
  const before = composedMeta(call);
  if (typeof name === 'string' && name !== call.name) {
    const done = 'kept in _meta';
    crossing.note({ kind: 'repair', rule: 'tool-name', toolCallId: call.id, path: 'name', lost: name, done });
  }
  if (name !== undefined) call.name = name ?? undefined;
  call.meta = mergedMeta(call.meta, _meta);
  return changedMeta(before, composedMeta(call));
}

function noteCancel(
  { session: { values }, note }: Crossing,
  { toolCallId, capabilities }: november.ToolCallUpdate,
): void {
  if (values.isToolCancelNoted || !isObject(capabilities?.cancel)) return;
  values.isToolCancelNoted = true;
  const lost = 'that the tool call can be cancelled';
  note({ kind: 'loss', rule: 'tool-cancel', toolCallId, path: 'capabilities.cancel', lost, done: 'left out' });
}

/** Applies an upsert to the remembered tool call, and returns the same change in June; what needs no change is returned itself. */
export function toolCallToJune<T extends november.ToolCallUpdate>(crossing: Crossing, update: T): june.ToolCallUpdate {
  const call = toolCallOf(crossing, update.toolCallId);
  if (update.title !== undefined) call.title = update.title ?? undefined;
  const meta = applyMeta(crossing, call, update);
  let carried: november.ToolCallUpdate = withNewMeta(update, meta);
  if (update.name !== undefined || update.capabilities !== undefined) {
    noteCancel(crossing, update);
    const { name: _, capabilities: __, ...rest } = carried;
    carried = rest;
  }
  if (update.content === undefined) return carried as june.ToolCallUpdate;
  const content = setContent(crossing, call, update.content ?? []);
  // Cleared content stays null.
  const isSame = update.content === null || (content as unknown) === update.content;
  return (isSame ? carried : { ...carried, content }) as june.ToolCallUpdate;
}

function isFinal(status: string | null | undefined): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Sends an upsert of a tool call. */
export function crossToolCall(
  crossing: Crossing,
  update: november.ToolCallUpdate & { readonly sessionUpdate: 'tool_call_update' },
): void {
  const call = toolCallOf(crossing, update.toolCallId);
  // Output is sent before the status that says it is complete.
  const isEnd = isFinal(update.status) && update.content === undefined;
  if (isEnd && crossing.session.values.unsent.has(call)) sendContent(crossing, call);
  crossing.send(toolCallToJune(crossing, update) as june.ReceivedSessionUpdate);
}

/** Sends a piece of tool content: itself, or what shows it in June. */
export function crossToolContent(
  crossing: Crossing,
  update: november.ToolCallContentChunk & { readonly sessionUpdate: 'tool_call_content_chunk' },
): void {
  const { toolCallId, content } = update;
  const isNew = !crossing.session.values.toolCalls.has(toolCallId);
  const items = addContent(crossing, toolCallOf(crossing, toolCallId), content);
  // A terminal without output is nothing to show yet, but the tool call has its place.
  if (items.length === 0 && isNew) crossing.send({ sessionUpdate: 'tool_call_update', toolCallId });
  for (const [index, item] of items.entries()) {
    if ((item as unknown) === content) crossing.send(update as june.ReceivedSessionUpdate);
    else if (index === 0) crossing.send({ ...update, content: item } as june.ReceivedSessionUpdate);
    else crossing.send({ sessionUpdate: 'tool_call_content_chunk', toolCallId, content: item });
  }
}
