import { EventType } from '@ag-ui/core';
import type { ContentBlock } from '@emend/acp/protocol/june';
import {
  isPlainText,
  type Message,
  messageKey,
  type Sequence,
  type SessionState,
  type ToolCall,
} from '@emend/acp/session';
import type { ScreenRow } from '@emend/acp/view';
import { contentOf } from './content-part.ts';
import type { EventWriter } from './event-writer.ts';
import { blockContent, contentActivity, rowActivity, runId, textRole } from './row-messages.ts';
import {
  activityHeader,
  activityId,
  activityOf,
  resultOf,
  toolActivity,
  toolArguments,
  toolName,
} from './tool-messages.ts';

/** A row as it was sent. */
export type SentRow = { readonly row: ScreenRow } & (
  | { readonly type: 'user'; readonly content: string; readonly blocks: Sequence<ContentBlock> | undefined }
  | { readonly type: 'agent'; readonly message: Message; readonly runs: number; readonly endsInText: boolean }
  | { readonly type: 'tool'; readonly call: ToolCall; readonly result: string | undefined }
  | { readonly type: 'other'; readonly content: string }
);

/** Returns a row as a snapshot sends it. */
export function rowAsSent(row: ScreenRow, state: SessionState): SentRow {
  if (row.type === 'tool-call') {
    const call = state.toolCalls.get(row.toolCallId) as ToolCall;
    return { row, type: 'tool', call, result: resultText(call) };
  }
  if (row.type === 'prompt')
    return { row, type: 'user', content: JSON.stringify(contentOf(row.prompt)), blocks: undefined };
  if (row.type !== 'message') return { row, type: 'other', content: JSON.stringify(rowActivity(row, state)) };
  const message = messageOf(row, state);
  if (row.kind === 'user') return { row, type: 'user', ...userContent(message) };
  return { row, type: 'agent', message, ...runsOf(message.content) };
}

type MessageRow = Extract<ScreenRow, { readonly type: 'message' }>;

function messageOf({ kind, messageId }: MessageRow, state: SessionState): Message {
  return state.messages.get(messageKey(kind, messageId)) as Message;
}

function userContent({ content }: Message): { readonly content: string; readonly blocks: Sequence<ContentBlock> } {
  return { content: JSON.stringify(contentOf(content.toArray())), blocks: content };
}

/** Returns the number of parts of the content that are sent apart, and whether the last one is text. */
function runsOf(content: Sequence<ContentBlock>): { readonly runs: number; readonly endsInText: boolean } {
  // A message without content is sent as an empty text.
  let made = { runs: content.length === 0 ? 1 : 0, endsInText: content.length === 0 };
  for (const block of content) {
    const isText = isPlainText(block);
    made = { runs: made.runs + (isText && made.endsInText ? 0 : 1), endsInText: isText };
  }
  return made;
}

function resultText(call: ToolCall): string | undefined {
  const result = resultOf(call);
  return result && JSON.stringify(result);
}

/** Writes a row that is new. Returns undefined if only a snapshot can send it. */
export function sendRow(row: ScreenRow, state: SessionState, writer: EventWriter): SentRow | undefined {
  const sent = rowAsSent(row, state);
  const { key } = row;
  if (sent.type === 'user') {
    const content = JSON.parse(sent.content) as unknown;
    if (typeof content !== 'string') return undefined;
    writer.begin({ id: key, role: 'user' });
    writer.append({ id: key, role: 'user' }, content);
    writer.close();
  } else if (sent.type === 'agent') {
    const { message } = sent;
    if (message.content.length === 0) writer.begin({ id: key, role: textRole(message.kind) });
    else sendBlocks(key, message, message.content.toArray(), { runs: 0, endsInText: false }, writer);
  } else if (sent.type === 'tool') {
    const { call } = sent;
    const { id, content } = activityOf(call);
    writer.call(call, true);
    writer.activity(id, toolActivity, content, true);
    const result = resultOf(call);
    if (result !== undefined) writer.result(result);
  } else {
    const { activityType, content } = JSON.parse(sent.content);
    writer.activity(key, activityType, content, true);
  }
  return sent;
}

interface Runs {
  readonly runs: number;
  readonly endsInText: boolean;
}

function sendBlocks(
  key: string,
  message: Message,
  blocks: readonly ContentBlock[],
  before: Runs,
  writer: EventWriter,
): Runs {
  let { runs, endsInText } = before;
  const role = textRole(message.kind);
  for (const block of blocks) {
    if (!isPlainText(block)) {
      writer.activity(runId(key, runs), contentActivity, blockContent(message, block), true);
      runs += 1;
      endsInText = false;
      continue;
    }
    if (!endsInText) {
      writer.begin({ id: runId(key, runs), role });
      runs += 1;
      endsInText = true;
    }
    writer.append({ id: runId(key, runs - 1), role }, block.text);
  }
  return { runs, endsInText };
}

/** Writes what has changed in a row. Returns undefined if only a snapshot can send it, such as text that was replaced. */
export function resendRow(
  sent: SentRow,
  row: ScreenRow,
  state: SessionState,
  place: 'last' | 'inside',
  writer: EventWriter,
): SentRow | undefined {
  if (row.type === 'tool-call') return sent.type === 'tool' ? resendCall(sent, row, state, writer) : undefined;
  if (row.type === 'prompt' || (row.type === 'message' && row.kind === 'user')) {
    return sent.type === 'user' ? resendUser(sent, row, state, writer) : undefined;
  }
  if (row.type === 'message') return sent.type === 'agent' ? resendText(sent, row, state, place, writer) : undefined;
  const next = rowAsSent(row, state);
  if (sent.type !== 'other' || next.type !== 'other') return undefined;
  if (sent.content !== next.content) {
    const { activityType, content } = JSON.parse(next.content);
    writer.activity(row.key, activityType, content, false);
  }
  return next;
}

type SentOf<T extends SentRow['type']> = Extract<SentRow, { readonly type: T }>;

function resendText(
  sent: SentOf<'agent'>,
  row: MessageRow,
  state: SessionState,
  place: 'last' | 'inside',
  writer: EventWriter,
): SentRow | undefined {
  const message = messageOf(row, state);
  const { content } = message;
  const before = sent.message.content;
  if (content === before) return { ...sent, row, message };
  if (message.droppedItems !== sent.message.droppedItems || !content.continues(before)) return undefined;
  const added = content.toArray(before.length);
  const isText = added.every(isPlainText);
  // A new part has its place after those before, and an empty text cannot become something else.
  if (!(isText && sent.endsInText) && (place === 'inside' || before.length === 0)) return undefined;
  return { row, type: 'agent', message, ...sendBlocks(row.key, message, added, sent, writer) };
}

function resendUser(
  sent: SentOf<'user'>,
  row: ScreenRow,
  state: SessionState,
  writer: EventWriter,
): SentRow | undefined {
  const next = rowAsSent(row, state);
  if (next.type !== 'user' || next.content === sent.content) return next;
  const [before, after] = [JSON.parse(sent.content) as unknown, JSON.parse(next.content) as unknown];
  if (typeof before !== 'string' || typeof after !== 'string' || !after.startsWith(before)) return undefined;
  writer.append({ id: row.key, role: 'user' }, after.slice(before.length));
  return next;
}

function resendCall(
  sent: SentOf<'tool'>,
  row: Extract<ScreenRow, { readonly type: 'tool-call' }>,
  state: SessionState,
  writer: EventWriter,
): SentRow | undefined {
  const call = state.toolCalls.get(row.toolCallId) as ToolCall;
  const before = sent.call;
  if (call === before) return { ...sent, row };
  const [known, given] = [toolArguments(before), toolArguments(call)];
  const result = resultOf(call);
  const text = result && JSON.stringify(result);
  const isCorrected = toolName(call) !== toolName(before) || (known !== '' && known !== given);
  if (isCorrected || (sent.result !== undefined && sent.result !== text)) return undefined;
  if (known !== given) writer.call(call, false);
  resendActivity(before, call, writer);
  if (result !== undefined && sent.result === undefined) writer.result(result);
  return { row, type: 'tool', call, result: text };
}

/** Tells how a call goes on: only the new content, if nothing else has changed. */
function resendActivity(before: ToolCall, call: ToolCall, writer: EventWriter): void {
  const messageId = activityId(call);
  const isLonger = call.droppedItems === before.droppedItems && call.content.continues(before.content);
  if (!isLonger || JSON.stringify(activityHeader(before)) !== JSON.stringify(activityHeader(call))) {
    writer.activity(messageId, toolActivity, activityOf(call).content, false);
    return;
  }
  const added = call.content.toArray(before.content.length);
  if (added.length === 0) return;
  const patch = added.map((value) => ({ op: 'add' as const, path: '/content/-', value }));
  writer.add({ type: EventType.ACTIVITY_DELTA, messageId, activityType: toolActivity, patch });
}
