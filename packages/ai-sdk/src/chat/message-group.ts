import { isInContext, type SessionState, type Turn, turnOf, type Usage } from '@emend/acp/session';
import type { ScreenRow } from '@emend/acp/view';
import type { RowParts } from './row-parts.ts';
import type { AcpMetadata, AcpUIMessage, AcpUIPart } from './ui-message.ts';

/** The rows that become one message: a prompt, or everything between two prompts. */
export interface MessageGroup {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  /** The number of the turn that it belongs to, if that is known. */
  readonly turn: number | undefined;
  readonly rows: ScreenRow[];
  readonly parts: RowParts[];
  /** The place of the first part of each row in the message. */
  starts: number[];
  message: AcpUIMessage | undefined;
  /** What the metadata was made of. */
  sources: readonly unknown[];
}

/** Returns the id of the message that answers a prompt; the prompt has the key of its row as its id. */
export function answerId(promptKey: string | undefined): string {
  return promptKey === undefined ? 'answer' : `answer to ${promptKey}`;
}

/** Returns a group without rows. */
export function newGroup(role: MessageGroup['role'], promptKey: string | undefined): MessageGroup {
  const id = role === 'user' ? (promptKey ?? '') : answerId(promptKey);
  return { id, role, turn: turnNumber(promptKey), rows: [], parts: [], starts: [], message: undefined, sources: [] };
}

/** Returns whether a row is a message of the user. */
export function isOfUser(row: ScreenRow): boolean {
  return row.type === 'prompt' || (row.type === 'message' && row.kind === 'user');
}

const turnKey = /^prompt (\d+)$/;

function turnNumber(promptKey: string | undefined): number | undefined {
  const number = turnKey.exec(promptKey ?? '')?.[1];
  return number === undefined ? undefined : Number(number);
}

const stepStart: AcpUIPart = Object.freeze({ type: 'step-start' });

/** Makes the message of a group again, from its parts and `more` at its end. */
export function makeMessage(group: MessageGroup, more: readonly AcpUIPart[]): AcpUIMessage {
  const parts: AcpUIPart[] = group.role === 'user' ? [] : [stepStart];
  group.starts = [];
  for (const row of group.parts) {
    group.starts.push(parts.length);
    for (const part of row.parts) parts.push(part);
  }
  for (const part of more) parts.push(part);
  return withParts(group, parts);
}

/** Makes the message of a group again after some of its rows have changed. A copy of its parts costs less than collecting them again. */
export function updateMessage(group: MessageGroup, changed: readonly number[]): AcpUIMessage {
  const before = group.message?.parts;
  const isAlike = changed.every((index) => group.parts[index]?.parts.length === countBefore(group, index));
  if (before === undefined || !isAlike) return makeMessage(group, []);
  const parts = before.slice();
  for (const index of changed) {
    const start = group.starts[index] as number;
    for (const [offset, part] of (group.parts[index] as RowParts).parts.entries()) parts[start + offset] = part;
  }
  return withParts(group, parts);
}

/** Returns how many parts of a row the message has; undefined for a row that it does not have. */
function countBefore({ starts, message }: MessageGroup, index: number): number | undefined {
  const start = starts[index];
  return start === undefined ? undefined : (starts[index + 1] ?? message?.parts.length ?? 0) - start;
}

function withParts(group: MessageGroup, parts: AcpUIPart[]): AcpUIMessage {
  const { id, role } = group;
  const metadata = metadataOf(...(group.sources as MetadataSources));
  return metadata === undefined ? { id, role, parts } : { id, role, metadata, parts };
}

type MetadataSources = readonly [turn: Turn | undefined, usage: Usage | undefined];

/** Updates what the metadata of a group is made of; returns whether it has changed. */
export function updateMetadata(group: MessageGroup, state: SessionState, isLast: boolean): boolean {
  const turn = group.turn === undefined || group.role === 'user' ? undefined : turnOf(state, group.turn);
  const ended = turn?.status === 'ended' || turn?.isCancelled === true ? turn : undefined;
  const usage = isLast && group.role === 'assistant' ? state.usage : undefined;
  const [turnBefore, usageBefore] = group.sources;
  if (group.sources.length > 0 && turnBefore === ended && usageBefore === usage) return false;
  group.sources = [ended, usage];
  return true;
}

function metadataOf(turn: Turn | undefined, usage: Usage | undefined): AcpMetadata | undefined {
  const metadata: AcpMetadata = {};
  if (turn?.stopReason !== undefined) metadata.stopReason = turn.stopReason;
  if (turn?.error !== undefined) metadata.error = turn.error;
  if (turn?.isCancelled === true) metadata.isCancelled = true;
  if (turn !== undefined && !isInContext(turn)) metadata.isInContext = false;
  if (usage !== undefined) {
    const { used, size, cost } = usage;
    metadata.usage = { used, size, cost: cost === undefined ? null : { amount: cost.amount, currency: cost.currency } };
  }
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}
