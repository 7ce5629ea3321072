import type { JsonObject, Meta } from '../../../protocol/reading/guard.ts';
import { metaKeys, withoutMeta } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import { mapped } from '../mapped.ts';
import type * as november from '../november.ts';
import { withNewMeta } from '../upsert-meta.ts';
import type { Crossing } from './crossing.ts';
import { changeMeta } from './meta.ts';
import { sendChecked } from './sending.ts';
import type { KnownToolCall } from './session-values.ts';
import { toolContentToNovember } from './tool-content.ts';

/** What November has and June does not, from agents that write both. */
type Extended = june.ToolCallUpdate & { readonly name?: unknown; readonly capabilities?: unknown };

function toolCallOf({ session: { values } }: Crossing, id: string): KnownToolCall {
  let found = values.toolCalls.get(id);
  if (found === undefined) {
    found = { title: undefined, kind: undefined, meta: undefined };
    values.toolCalls.set(id, found);
  }
  return found;
}

function nameIn(meta: Meta | null | undefined): string | undefined {
  const name = meta?.[metaKeys.name];
  return typeof name === 'string' ? name : undefined;
}

/** Returns the name of the tool that an upsert tells: its own, or the one that a bridge has kept in `_meta`. */
function nameOf({ name, _meta }: Extended, before: Meta | undefined): string | null | undefined {
  if (typeof name === 'string' || name === null) return name;
  if (_meta === undefined) return undefined;
  const kept = nameIn(_meta);
  if (kept !== undefined) return kept === nameIn(before) ? undefined : kept;
  return nameIn(before) === undefined ? undefined : null;
}

function withoutName(meta: Meta): Meta {
  return nameIn(meta) === undefined ? meta : (withoutMeta(meta, metaKeys.name) ?? {});
}

function locationToNovember(crossing: Crossing, toolCallId: string, location: june.ToolCallLocation, index: number) {
  const { line, ...rest } = location;
  if (typeof line !== 'number' || line >= 1) return location as november.ToolCallLocation;
  const path = `locations[${index}].line`;
  crossing.note({ kind: 'repair', rule: 'location-line', toolCallId, path, lost: line, done: 'left out' });
  return rest as november.ToolCallLocation;
}

/** Applies an upsert to the remembered tool call, and returns the same change in November; what needs no change is returned itself. */
export function toolCallToNovember(crossing: Crossing, update: Extended): november.ToolCallUpdate {
  const { toolCallId, content, locations } = update;
  const call = toolCallOf(crossing, toolCallId);
  if (update.title !== undefined) call.title = update.title ?? undefined;
  if (update.kind !== undefined) call.kind = update.kind ?? undefined;
  const isReplay = crossing.session.values.replay !== undefined;
  const before = call.meta;
  const name = nameOf(update, isReplay ? undefined : before);
  const told = update._meta === undefined || update._meta === null ? update._meta : withoutName(update._meta);
  const { note } = crossing;
  const known = before === undefined ? undefined : withoutName(before);
  const { patch } = changeMeta(emptyAsNone(known), told, { of: { toolCallId }, isReplay, note });
  if (update._meta !== undefined) call.meta = update._meta ?? undefined;
  let carried: JsonObject = withNewMeta(update, patch) as unknown as JsonObject;
  if (name !== undefined && update.name === undefined) carried = { ...carried, name };
  if (Array.isArray(content)) {
    crossing.session.values.replay?.toolCalls.delete(toolCallId);
    const items = toolContentToNovember(crossing, toolCallId, content);
    if ((items as unknown) !== content) carried = { ...carried, content: items };
  }
  if (Array.isArray(locations)) {
    const places = mapped(locations, (each, index) => locationToNovember(crossing, toolCallId, each, index));
    if ((places as unknown) !== locations) carried = { ...carried, locations: places };
  }
  return carried as unknown as november.ToolCallUpdate;
}

function emptyAsNone(meta: Meta | undefined): Meta | undefined {
  return meta === undefined || Object.keys(meta).length === 0 ? undefined : meta;
}

/** Sends an upsert of a tool call. */
export function crossToolCall(crossing: Crossing, update: june.ToolCallUpdate): void {
  sendChecked(crossing, toolCallToNovember(crossing, update));
}

/** Sends a piece of tool content; in a replay, the content of a tool call that the client knows begins anew with its first piece. */
export function crossToolContent(
  crossing: Crossing,
  update: june.ToolCallContentChunk & { readonly sessionUpdate: 'tool_call_content_chunk' },
): void {
  const { toolCallId, content } = update;
  toolCallOf(crossing, toolCallId);
  if (crossing.session.values.replay?.toolCalls.delete(toolCallId)) {
    crossing.send({ sessionUpdate: 'tool_call_update', toolCallId, content: [] });
  }
  const [item = content] = toolContentToNovember(crossing, toolCallId, [content]);
  sendChecked(crossing, (item as unknown) === content ? update : { ...update, content: item });
}
