import type * as june from '../june.ts';
import type * as v1 from '../v1.ts';
import type { Crossing } from './crossing.ts';
import { endMessage } from './message-ids.ts';
import { fillable, type KnownToolCall } from './session.ts';
import { refreshTerminals, showsTerminal, terminalsAsText, withoutTerminals } from './terminals.ts';
import { showInOnePiece, showRest } from './told-output.ts';
import { toolCallToJune, toolCallUpdateToJune, type WithoutTerminals } from './tool-call.ts';
import { withToolName } from './tool-name.ts';

const fillableFields = Object.entries(fillable) as readonly [keyof typeof fillable, number][];

function isFinal(status: june.ToolCallStatus | undefined): boolean {
  return status === 'completed' || status === 'failed';
}

function remember(crossing: Crossing, call: KnownToolCall, update: june.ToolCallUpdate): void {
  if (typeof update.kind === 'string') call.kind = update.kind;
  if (typeof update.status === 'string') call.status = update.status;
  for (const [key, bit] of fillableFields) {
    if (update[key] === undefined) continue;
    if (isBlank(update[key])) call.filled &= ~bit;
    else call.filled |= bit;
  }
  if (Array.isArray(update.content) && !showsTerminal(update.content)) {
    crossing.session.showing.delete(update.toolCallId);
    crossing.session.told.replace(update.toolCallId);
  }
  if (isFinal(call.status)) crossing.session.open.delete(update.toolCallId);
  else crossing.session.open.add(update.toolCallId);
}

/** Returns a tool call, and creates it if it is new, which ends the message before it. */
function toolCallOf(crossing: Crossing, id: string): { readonly call: KnownToolCall; readonly isNew: boolean } {
  const found = crossing.session.toolCalls.get(id);
  if (found !== undefined) return { call: found, isNew: false };
  endMessage(crossing);
  const call: KnownToolCall = { kind: undefined, status: undefined, filled: 0 };
  crossing.session.toolCalls.set(id, call);
  return { call, isNew: true };
}

function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function wouldOverwrite(call: KnownToolCall, key: string, value: unknown): boolean {
  if (key === 'kind' || key === 'status') return call[key] !== undefined && call[key] !== value;
  return Object.hasOwn(fillable, key) && (call.filled & fillable[key as keyof typeof fillable]) !== 0;
}

/** Returns a second creation as an update in which defaults and empty values overwrite nothing. */
function withoutDefaults(
  crossing: Crossing,
  call: KnownToolCall,
  again: WithoutTerminals<v1.ToolCall>,
): WithoutTerminals<v1.ToolCallUpdate> {
  const withheld: string[] = [];
  const kept = Object.fromEntries(
    Object.entries(again).filter(([key, value]) => {
      const isDefault =
        isBlank(value) || (key === 'status' && value === 'pending') || (key === 'kind' && value === 'other');
      if (!isDefault || key === 'toolCallId') return true;
      if (wouldOverwrite(call, key, value)) withheld.push(key);
      return false;
    }),
  );
  if (withheld.length > 0) {
    crossing.note({
      kind: 'repair',
      rule: 'repeated-tool-call',
      toolCallId: again.toolCallId,
      path: withheld.join(', '),
      lost: 'defaults in a second creation',
      done: 'kept what was there',
    });
  }
  return kept as unknown as WithoutTerminals<v1.ToolCallUpdate>;
}

function send(crossing: Crossing, call: KnownToolCall, update: june.ToolCallUpdate): void {
  const named = withToolName(crossing, call, update);
  remember(crossing, call, update);
  crossing.send({ sessionUpdate: 'tool_call_update', ...named });
}

/** Sends a created tool call. */
export function crossToolCall(crossing: Crossing, created: v1.ToolCall): void {
  const { call, isNew } = toolCallOf(crossing, created.toolCallId);
  const { call: told, showNews } = crossing.terminals.take(crossing, call, created);
  const carried = withoutTerminals(crossing, told);
  const update = isNew ? toolCallToJune(carried) : toolCallUpdateToJune(withoutDefaults(crossing, call, carried));
  send(crossing, call, update);
  showNews();
}

/** Sends an update of a tool call. */
export function crossToolCallUpdate(crossing: Crossing, update: v1.ToolCallUpdate): void {
  const { toolCallId } = update;
  const { call, isNew } = toolCallOf(crossing, toolCallId);
  const { call: told, showNews } = crossing.terminals.take(crossing, call, update);
  const isEnd = isFinal(update.status ?? undefined);
  // When a call ends, the output that it shows is complete.
  if (isEnd && crossing.session.showing.has(toolCallId)) refreshTerminals(crossing);
  // A report of terminals that has become updates of its own may leave nothing.
  const isEmpty = told !== update && !isNew && Object.keys(told).length === 1;
  if (!isEmpty) send(crossing, call, toolCallUpdateToJune(withoutTerminals(crossing, told)));
  showNews();
  if (isEnd) showInOnePiece(crossing, toolCallId);
}

/** Translates the tool call of a permission request; one that is new is sent as an update first. */
export function crossAskedToolCall(crossing: Crossing, update: v1.ToolCallUpdate): june.ToolCallUpdate {
  const { call, isNew } = toolCallOf(crossing, update.toolCallId);
  const { call: told, showNews } = crossing.terminals.take(crossing, call, update);
  const plain = toolCallUpdateToJune((isNew ? withoutTerminals : terminalsAsText)(crossing, told));
  const asked = withToolName(crossing, call, plain);
  if (isNew) {
    crossing.note({
      kind: 'repair',
      rule: 'unannounced-tool-call',
      toolCallId: update.toolCallId,
      lost: 'a tool call first seen in a permission request',
      done: 'announced before it',
    });
    remember(crossing, call, plain);
    crossing.send({ sessionUpdate: 'tool_call_update', ...asked });
  } else remember(crossing, call, plain);
  showNews();
  return asked;
}

/** Reports the tool calls that are still open when a turn ends, after sending pending output. */
export function reportOpenToolCalls(crossing: Crossing): void {
  for (const toolCallId of crossing.session.open) showInOnePiece(crossing, toolCallId);
  showRest(crossing);
  for (const toolCallId of crossing.session.open) {
    const status = crossing.session.toolCalls.get(toolCallId)?.status ?? 'pending';
    crossing.note({
      kind: 'repair',
      rule: 'open-tool-call',
      toolCallId,
      path: 'status',
      lost: status,
      done: 'left as it is',
    });
  }
  crossing.session.open.clear();
}
