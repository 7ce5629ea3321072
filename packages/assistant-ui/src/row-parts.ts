import type { ThreadAssistantMessagePart, ThreadUserMessagePart } from '@assistant-ui/react';
import { foldedCompaction, messageKey, type OpenPermission, Sequence, type SessionState } from '@emend/acp/session';
import type { ScreenRow } from '@emend/acp/view';
import { assistantParts, reasoningParts, userParts } from './content-parts.ts';
import { terminalIds, toolPart } from './tool-part.ts';

/** Any part of a message. */
export type AnyPart = ThreadUserMessagePart | ThreadAssistantMessagePart;

/** The parts of one row, and what they were made of. */
export interface RowParts {
  readonly sources: readonly unknown[];
  readonly parts: readonly AnyPart[];
  /** The terminals that the row shows. */
  readonly terminals: readonly string[];
}

/** Finds the permission request that waits for an answer about a tool call. */
type PermissionOf = (toolCallId: string) => OpenPermission | undefined;

/** Returns the parts of a row: those before, if they were made of the same. */
export function rowParts(
  row: ScreenRow,
  state: SessionState,
  permissionOf: PermissionOf,
  before: RowParts | undefined,
): RowParts {
  if (row.type === 'tool-call') return toolParts(row.toolCallId, state, permissionOf, before);
  const source = sourceOf(row, state);
  if (before !== undefined && before.sources.length === 1 && before.sources[0] === source) return before;
  return { sources: [source], parts: reused(before?.parts ?? [], partsOf(row, state)), terminals: [] };
}

type OtherRow = Exclude<ScreenRow, { readonly type: 'tool-call' }>;

function sourceOf(row: OtherRow, state: SessionState): unknown {
  if (row.type === 'message') return state.messages.get(messageKey(row.kind, row.messageId));
  if (row.type === 'prompt') return row.prompt;
  if (row.type === 'plan') return state.plans.get(row.planId);
  if (row.type === 'compaction') return state.compactions.get(row.compactionId);
  return row.update;
}

function partsOf(row: OtherRow, state: SessionState): AnyPart[] {
  if (row.type === 'prompt') return userParts(Sequence.of(row.prompt));
  if (row.type === 'message') {
    const message = state.messages.get(messageKey(row.kind, row.messageId));
    if (message === undefined) return [];
    if (row.kind === 'user') return userParts(message.content);
    return row.kind === 'thought' ? reasoningParts(message.content) : assistantParts(message.content);
  }
  if (row.type === 'plan') return dataParts('acp-plan', state.plans.get(row.planId)?.value);
  if (row.type === 'unknown') return dataParts('acp-update', row.update);
  const compaction = state.compactions.get(row.compactionId);
  return dataParts('acp-compaction', compaction && foldedCompaction(compaction));
}

function dataParts(name: string, data: unknown): AnyPart[] {
  return data === undefined ? [] : [{ type: 'data', name, data }];
}

function toolParts(
  toolCallId: string,
  state: SessionState,
  permissionOf: PermissionOf,
  before: RowParts | undefined,
): RowParts {
  const call = state.toolCalls.get(toolCallId);
  if (call === undefined) return { sources: [], parts: [], terminals: [] };
  const ids = before?.sources[0] === call ? before.terminals : terminalIds(call);
  const terminals = ids.flatMap((id) => state.terminals.get(id) ?? []);
  const permission = permissionOf(toolCallId);
  const sources = [call, permission, ...terminals];
  if (before !== undefined && isSameList(before.sources, sources)) return before;
  return { sources, parts: [toolPart({ call, permission, terminals })], terminals: ids };
}

/** Returns the parts with those before in the place of equal ones. Only the last part of a stream grows. */
function reused(before: readonly AnyPart[], parts: readonly AnyPart[]): readonly AnyPart[] {
  return parts.map((part, index) => {
    const old = before[index];
    const isSame =
      (part.type === 'text' || part.type === 'reasoning') && old?.type === part.type && old.text === part.text;
    return isSame && old !== undefined ? old : part;
  });
}

/** Returns whether two lists have the same items. */
export function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}
