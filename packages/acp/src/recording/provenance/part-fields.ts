import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { Compaction } from '../../session/compaction.ts';
import { foldedPlan } from '../../session/folded.ts';
import type { Message } from '../../session/message.ts';
import type { Plan } from '../../session/plan.ts';
import type { SessionInfoState, Usage } from '../../session/state.ts';
import { Sequence } from '../../session/structures/sequence.ts';
import type { Terminal } from '../../session/terminal.ts';
import type { ToolCall } from '../../session/tool-call.ts';
import type { Turn } from '../../session/turn.ts';
import { isTakenBack } from './correction.ts';
import { itemFrames, pieceFrames, type TrimmedList } from './list-frames.ts';
import type { PartFields, PartList } from './part-origin.ts';

const noItems: TrimmedList<never> = { items: Sequence.empty(), dropped: 0 };

function listOf<T, Item>(
  name: string,
  itemsOf: (part: T) => Sequence<Item>,
  droppedOf: (part: T) => number,
): PartList<T> {
  const read = (part: T | undefined): TrimmedList<Item> =>
    part === undefined ? noItems : { items: itemsOf(part), dropped: droppedOf(part) };
  return {
    name,
    isChanged: (before, after) => read(before).items !== itemsOf(after),
    framesOf: (before, known, after, frame) => itemFrames(read(before), known, read(after), frame),
  };
}

function unlessEmpty<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** The fields of a message. */
export const messageFields: PartFields<Message> = {
  fields: [['_meta', (message) => message._meta]],
  list: {
    ...listOf<Message, ContentBlock>(
      'content',
      (message) => message.content,
      (message) => message.droppedItems,
    ),
    isTakenBack,
  },
};

/** The fields of a tool call. A raw value that was too long to keep counts by its fingerprint. */
export const toolCallFields: PartFields<ToolCall> = {
  fields: [
    ['name', (call) => call.name],
    ['title', (call) => call.title],
    ['kind', (call) => call.kind],
    ['status', (call) => call.status],
    ['locations', (call) => unlessEmpty(call.locations)],
    ['rawInput', (call) => call.rawInput ?? call.droppedRawInput],
    ['rawOutput', (call) => call.rawOutput ?? call.droppedRawOutput],
    ['capabilities', (call) => call.capabilities],
    ['_meta', (call) => call._meta],
    ['cancelled', (call) => call.isCancelled || undefined],
  ],
  list: listOf(
    'content',
    (call) => call.content,
    (call) => call.droppedItems,
  ),
};

/** The fields of a terminal; `content` has the frame of each piece of its output. */
export const terminalFields: PartFields<Terminal> = {
  fields: [
    ['command', (terminal) => terminal.command],
    ['cwd', (terminal) => terminal.cwd],
    ['exitStatus', (terminal) => terminal.exitStatus],
    ['size', (terminal) => terminal.size],
    ['capabilities', (terminal) => terminal.capabilities],
    ['_meta', (terminal) => terminal._meta],
  ],
  list: {
    name: 'output',
    isChanged: (before, after) => piecesOf(before) !== after.output.pieces,
    framesOf: (before, known, after, frame) => pieceFrames(piecesOf(before), known, after.output.pieces, frame),
  },
};

function piecesOf(terminal: Terminal | undefined): Sequence<Uint8Array> {
  return terminal?.output.pieces ?? Sequence.empty();
}

/** The fields of a compaction; `content` has the frame of each item of its summary. */
export const compactionFields: PartFields<Compaction> = {
  fields: [
    ['status', (compaction) => compaction.status],
    ['error', (compaction) => compaction.error],
    ['_meta', (compaction) => compaction._meta],
  ],
  list: listOf(
    'summary',
    (compaction) => compaction.summary,
    (compaction) => compaction.droppedItems,
  ),
};

/** The fields of a plan. A plan of a type that is not known has one, which is all of it. */
export const planFields: PartFields<Plan> = {
  fields: [
    ['entries', (plan) => (foldedPlan(plan) as { readonly entries?: unknown }).entries],
    ['_meta', (plan) => plan._meta],
    ['value', (plan) => ('entries' in foldedPlan(plan) ? undefined : plan.value)],
  ],
};

/** The fields of a turn. Its places in the timeline count when they become known, not when a limit moves them. */
export const turnFields: PartFields<Turn> = {
  fields: [
    ['prompt', (turn) => unlessEmpty(turn.prompt)],
    ['status', (turn) => turn.status],
    ['message', (turn) => turn.messageId],
    ['stopReason', (turn) => turn.stopReason],
    ['error', (turn) => turn.error],
    ['cancelled', (turn) => turn.isCancelled || undefined],
    ['start', (turn) => (turn.start === undefined ? undefined : true)],
    ['end', (turn) => (turn.end === undefined ? undefined : true)],
  ],
};

/** The fields of the information about a session. */
export const infoFields: PartFields<SessionInfoState> = {
  fields: [
    ['title', (info) => info.title],
    ['updatedAt', (info) => info.updatedAt],
    ['_meta', (info) => info._meta],
  ],
};

/** The fields of the usage. */
export const usageFields: PartFields<Usage> = {
  fields: [
    ['used', (usage) => usage.used],
    ['size', (usage) => usage.size],
    ['cost', (usage) => usage.cost],
    ['_meta', (usage) => usage._meta],
  ],
};
