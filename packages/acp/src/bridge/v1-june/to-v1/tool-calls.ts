import type { Meta } from '../../../protocol/reading/guard.ts';
import { present } from '../../../protocol/reading/optional.ts';
import { toolKindLabels } from '../../../protocol/tool-kind-labels.ts';
import { isEqual } from '../../equal.ts';
import type { Note } from '../../ledger.ts';
import { hasMeta, metaKeys } from '../../meta-keys.ts';
import * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';
import { releaseHeld } from './messages.ts';
import type { ShownToolCall } from './session.ts';
import { addContent, markSent, sendContent, sendGrownContent, setContent } from './tool-content.ts';

type Draft = { -readonly [Key in keyof v1.ToolCallUpdate]: v1.ToolCallUpdate[Key] };

/** The locations of calls without any, shared because there may be very many calls. */
const noLocations: readonly v1.ToolCallLocation[] = [];

/** Returns a new tool call. */
export function newToolCall(id: string): ShownToolCall {
  return {
    id,
    name: undefined,
    title: '',
    isTitleGeneric: true,
    kind: 'other',
    status: undefined,
    unknownKind: undefined,
    unknownStatus: undefined,
    meta: undefined,
    content: [],
    locations: noLocations,
    rawInput: undefined,
    rawOutput: undefined,
    size: 0,
    sentSize: 0,
    totalSent: 0,
  };
}

/** Returns the `_meta` for v1: that of the tool call, with a kind or status that v1 does not know. */
function composedMeta(tool: ShownToolCall): Meta | undefined {
  if (tool.unknownKind === undefined && tool.unknownStatus === undefined) return tool.meta;
  return {
    ...tool.meta,
    ...present({ [metaKeys.kind]: tool.unknownKind, [metaKeys.status]: tool.unknownStatus }),
  };
}

function noteRepair(
  crossing: Crossing,
  tool: ShownToolCall,
  { rule, ...repair }: Pick<Note, 'rule' | 'path' | 'lost' | 'done'>,
): void {
  crossing.note({ kind: 'repair', rule, toolCallId: tool.id, ...repair });
}

function applyKind(crossing: Crossing, tool: ShownToolCall, kind: june.ToolKind | null, draft: Draft): void {
  if (kind === null && tool.kind === 'other' && tool.unknownKind === undefined) return;
  const isKnown = kind !== null && june.isKnownToolKind(kind);
  tool.kind = isKnown ? kind : 'other';
  tool.unknownKind = isKnown || kind === null ? undefined : kind;
  draft.kind = tool.kind;
  if (isKnown) return;
  const rule = kind === null ? 'tool-default' : 'tool-kind';
  noteRepair(crossing, tool, { rule, path: 'kind', lost: kind ?? 'null', done: 'sent as other' });
}

function applyStatus(crossing: Crossing, tool: ShownToolCall, status: june.ToolCallStatus | null, draft: Draft): void {
  if (status === null) {
    if ((tool.status === undefined || tool.status === 'pending') && tool.unknownStatus === undefined) return;
    noteRepair(crossing, tool, { rule: 'tool-default', path: 'status', lost: 'null', done: 'sent as pending' });
    tool.status = 'pending';
    tool.unknownStatus = undefined;
  } else if (june.isKnownToolCallStatus(status)) {
    tool.status = status;
    tool.unknownStatus = undefined;
  } else {
    tool.status ??= 'in_progress';
    tool.unknownStatus = status;
    noteRepair(crossing, tool, { rule: 'tool-status', path: 'status', lost: status, done: `sent as ${tool.status}` });
  }
  draft.status = tool.status;
}

function applyTitle(crossing: Crossing, tool: ShownToolCall, title: string | null | undefined, draft: Draft): void {
  if (typeof title === 'string') {
    tool.title = title;
    tool.isTitleGeneric = false;
    draft.title = title;
    return;
  }
  const isNew = tool.title === '' && tool.isTitleGeneric;
  if (!isNew && (title === undefined || tool.isTitleGeneric)) return;
  tool.title = toolKindLabels[tool.kind];
  tool.isTitleGeneric = true;
  draft.title = tool.title;
  const lost = title === null ? 'null' : 'no title';
  noteRepair(crossing, tool, { rule: 'generic-title', path: 'title', lost, done: `sent as ${tool.title}` });
}

function applyRaw(
  crossing: Crossing,
  tool: ShownToolCall,
  key: 'rawInput' | 'rawOutput',
  value: unknown,
  draft: Draft,
): void {
  if (value !== null) {
    tool[key] = value;
    draft[key] = value;
  } else if (tool[key] !== undefined) {
    tool[key] = undefined;
    crossing.note({ kind: 'loss', rule: 'raw-clear', toolCallId: tool.id, path: key, lost: 'that it is cleared' });
  }
}

function applyMeta(crossing: Crossing, tool: ShownToolCall, meta: Meta | null): void {
  if (meta !== null) {
    tool.meta = meta;
  } else if (tool.meta !== undefined) {
    const wasSet = hasMeta({ _meta: tool.meta });
    tool.meta = undefined;
    if (!wasSet) return;
    crossing.note({
      kind: 'repair',
      rule: 'meta-clear',
      toolCallId: tool.id,
      path: '_meta',
      lost: 'null',
      done: 'sent as {}',
    });
  }
}

/** Takes over the name of the tool, which June has in `_meta` or as a key of its own. */
function applyName(tool: ShownToolCall, update: june.ToolCallUpdate & { readonly name?: unknown }, draft: Draft): void {
  const name = update.name ?? update._meta?.[metaKeys.name];
  if (typeof name !== 'string' || name === tool.name) return;
  tool.name = name;
  draft.name = name;
}

/** Returns `_meta` without the name of the tool; `undefined` if there is nothing else in it, and was not before. */
function withoutName(tool: ShownToolCall, meta: Meta | null | undefined): Meta | null | undefined {
  if (typeof meta?.[metaKeys.name] !== 'string') return meta;
  const { [metaKeys.name]: _, ...rest } = meta;
  return Object.keys(rest).length > 0 || hasMeta({ _meta: tool.meta ?? null }) ? rest : undefined;
}

/** Applies an upsert to the remembered tool call, and returns the same change in v1. */
function apply(crossing: Crossing, tool: ShownToolCall, update: june.ToolCallUpdate): Draft {
  const draft: Draft = { toolCallId: tool.id };
  const before = composedMeta(tool);
  applyName(tool, update, draft);
  if (update.kind !== undefined) applyKind(crossing, tool, update.kind, draft);
  applyTitle(crossing, tool, update.title, draft);
  if (update.status !== undefined) applyStatus(crossing, tool, update.status, draft);
  if (update.content !== undefined) draft.content = setContent(crossing, tool, update.content ?? []);
  if (update.locations !== undefined) {
    tool.locations = update.locations ?? [];
    draft.locations = tool.locations;
  }
  if (update.rawInput !== undefined) applyRaw(crossing, tool, 'rawInput', update.rawInput, draft);
  if (update.rawOutput !== undefined) applyRaw(crossing, tool, 'rawOutput', update.rawOutput, draft);
  const meta = withoutName(tool, update._meta);
  if (meta !== undefined) applyMeta(crossing, tool, meta);
  const after = composedMeta(tool);
  if (meta === undefined || meta === null ? !isEqual(before ?? {}, after ?? {}) : true) {
    draft._meta = after ?? {};
  }
  return draft;
}

/** Returns whether both have the same fields with identical values. */
function isSameUpdate(draft: Draft, update: june.ToolCallUpdate): boolean {
  let count = 0;
  for (const key in update) {
    if (key === 'sessionUpdate') continue;
    if ((draft as unknown as Record<string, unknown>)[key] !== (update as unknown as Record<string, unknown>)[key])
      return false;
    count += 1;
  }
  return count === Object.keys(draft).length;
}

function create(crossing: Crossing, id: string): ShownToolCall {
  releaseHeld(crossing);
  const tool = newToolCall(id);
  crossing.session.toolCalls.set(id, tool);
  return tool;
}

/** Sends an upsert of a tool call: the first as its creation, later ones as updates. */
export function crossToolCall(crossing: Crossing, update: june.ToolCallUpdate): void {
  const known = crossing.session.toolCalls.get(update.toolCallId);
  if (known === undefined) {
    const tool = create(crossing, update.toolCallId);
    const { toolCallId, title, ...draft } = apply(crossing, tool, update);
    const fields = draft as Omit<v1.ToolCall, 'title' | 'toolCallId'>;
    crossing.send({ sessionUpdate: 'tool_call', toolCallId, title: title ?? tool.title, ...fields });
    return;
  }
  // Output is sent before the status that says it is complete.
  const isFinal = update.status !== undefined && update.status !== 'in_progress' && update.status !== 'pending';
  if (isFinal && update.content === undefined && crossing.session.unsent.has(known)) sendContent(crossing, known);
  const draft = apply(crossing, known, update);
  crossing.send(
    isSameUpdate(draft, update)
      ? (update as v1.ReceivedSessionUpdate & v1.ToolCallUpdate)
      : { sessionUpdate: 'tool_call_update', ...draft },
  );
}

/** Takes a chunk of tool content, which v1 gets as part of the whole array when that has grown enough. */
export function crossToolContent(crossing: Crossing, chunk: june.ToolCallContentChunk): void {
  const known = crossing.session.toolCalls.get(chunk.toolCallId);
  const tool = known ?? create(crossing, chunk.toolCallId);
  addContent(crossing, tool, chunk);
  if (known !== undefined) {
    sendGrownContent(crossing, tool);
    return;
  }
  const { title } = apply(crossing, tool, { toolCallId: tool.id });
  markSent(crossing, tool);
  crossing.send({
    sessionUpdate: 'tool_call',
    toolCallId: tool.id,
    title: title ?? tool.title,
    content: [...tool.content],
  });
}

/** Returns a tool call with everything that is known of it, for a permission request. */
function completeToolCall(tool: ShownToolCall): v1.ToolCallUpdate {
  const meta = composedMeta(tool);
  return {
    toolCallId: tool.id,
    ...present({ name: tool.name }),
    title: tool.title,
    kind: tool.kind,
    status: tool.status ?? 'pending',
    ...(tool.content.length === 0 ? {} : { content: [...tool.content] }),
    ...(tool.locations.length === 0 ? {} : { locations: tool.locations }),
    ...present({ rawInput: tool.rawInput, rawOutput: tool.rawOutput, _meta: meta }),
  };
}

/** Translates the tool call of a permission request: complete, and created for the client first if it is new. */
export function crossAskedToolCall(crossing: Crossing, update: june.ToolCallUpdate): v1.ToolCallUpdate {
  const known = crossing.session.toolCalls.get(update.toolCallId);
  if (known === undefined) {
    crossing.note({
      kind: 'repair',
      rule: 'unannounced-tool-call',
      toolCallId: update.toolCallId,
      lost: 'a tool call first seen in a permission request',
      done: 'created before it',
    });
    crossToolCall(crossing, update);
    const created = crossing.session.toolCalls.get(update.toolCallId);
    return created === undefined ? { toolCallId: update.toolCallId } : completeToolCall(created);
  }
  if (update.content === undefined && crossing.session.unsent.has(known)) sendContent(crossing, known);
  const changed = apply(crossing, known, update);
  return { ...completeToolCall(known), ...changed };
}
