import type { Message } from '@ag-ui/core';
import type { ContentBlock } from '@emend/acp/protocol/june';
import {
  foldedCompaction,
  type MessageKind,
  messageKey,
  type Sequence,
  type Message as SessionMessage,
  type SessionState,
  turnOf,
} from '@emend/acp/session';
import { contentRuns, createScreen, type ScreenRow } from '@emend/acp/view';
import { contentOf } from './content-part.ts';
import { activityOf, callMessage, resultOf } from './tool-messages.ts';

/** Content of a message of the agent that is not plain text: AG-UI has only text in such messages. */
export const contentActivity = 'acp.content';

/** Returns the messages of a session in a state. Prompts that wait are not among them: their place is not known. */
export function toMessages(state: SessionState): Message[] {
  return startedRows(createScreen()(state), state).flatMap((row) => rowMessages(row, state));
}

/** Returns the rows without prompts that wait for the turns before them. */
export function startedRows(rows: Sequence<ScreenRow>, state: SessionState, from = 0): ScreenRow[] {
  return rows.toArray(from).filter((row) => isStarted(row, state));
}

function isStarted(row: ScreenRow, state: SessionState): boolean {
  if (row.type === 'prompt') return turnOf(state, row.turn)?.start !== undefined;
  // A limit may have dropped the message that stands for a prompt.
  return row.type !== 'message' || state.messages.indexOf(messageKey(row.kind, row.messageId)) !== -1;
}

/** Returns the messages of a row. */
export function rowMessages(row: ScreenRow, state: SessionState): Message[] {
  if (row.type === 'message') {
    const message = state.messages.get(messageKey(row.kind, row.messageId));
    return message === undefined ? [] : messagesOf(row.key, message);
  }
  if (row.type === 'prompt') return [{ id: row.key, role: 'user', content: contentOf(row.prompt) }];
  if (row.type === 'tool-call') {
    const call = state.toolCalls.get(row.toolCallId);
    if (call === undefined) return [];
    const result = resultOf(call);
    return [callMessage(call), activityOf(call), ...(result === undefined ? [] : [result])];
  }
  return [{ id: row.key, role: 'activity', ...rowActivity(row, state) }];
}

type ActivityRow = Exclude<ScreenRow, { readonly type: 'message' | 'prompt' | 'tool-call' }>;

/** What an activity shows. */
interface Activity {
  readonly activityType: string;
  readonly content: Record<string, unknown>;
}

/** Returns a plan, a compaction or an unknown update as an activity. */
export function rowActivity(row: ActivityRow, state: SessionState): Activity {
  if (row.type === 'plan') return { activityType: 'acp.plan', content: { plan: state.plans.get(row.planId)?.value } };
  if (row.type === 'unknown') return { activityType: 'acp.update', content: { update: row.update } };
  const compaction = state.compactions.get(row.compactionId);
  return { activityType: 'acp.compaction', content: { ...(compaction && foldedCompaction(compaction)) } };
}

function messagesOf(key: string, message: SessionMessage): Message[] {
  const { kind, content } = message;
  if (kind === 'user') return [{ id: key, role: 'user', content: contentOf(content.toArray()) }];
  const role = textRole(kind);
  const runs = contentRuns(content);
  // A message that was cleared keeps its place.
  if (runs.length === 0) return [{ id: key, role, content: '' }];
  return runs.map((run, index) => {
    const id = runId(key, index);
    if (run.type === 'text') return { id, role, content: run.text };
    return { id, role: 'activity', activityType: contentActivity, content: blockContent(message, run.block) };
  });
}

/** Returns the role of the text of an agent message or a thought. */
export function textRole(kind: MessageKind): 'assistant' | 'reasoning' {
  return kind === 'thought' ? 'reasoning' : 'assistant';
}

/** Returns the id of a part of the content: the first has that of the row. */
export function runId(key: string, index: number): string {
  return index === 0 ? key : `${key} ${index}`;
}

/** Returns the content of the activity that shows a block. */
export function blockContent({ kind, messageId }: SessionMessage, block: ContentBlock): Record<string, unknown> {
  return { kind, messageId, block };
}
