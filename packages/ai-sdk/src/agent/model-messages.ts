import { messageKey, type SessionState, turnOf } from '@emend/acp/session';
import { createScreen, type ScreenRow } from '@emend/acp/view';
import { convertToModelMessages, type ModelMessage, type ToolSet } from 'ai';
import { isOfUser } from '../chat/message-group.ts';
import type { AcpUIMessage, AcpUIPart } from '../chat/ui-message.ts';
import { toUIMessages } from '../chat/ui-messages.ts';
import { userContent } from './prompt-content.ts';

/** Options of {@link modelMessages}. */
export interface ModelMessagesOptions {
  /** The tools of the agent; with them, outputs are given to the model as `toModelOutput` of a tool says. */
  readonly tools?: ToolSet;
}

/**
 * Returns a session as the messages that a model gets: what the session says now, so that a message that was corrected, cleared or redacted
 * counts as it is. Thoughts, prompts that wait and everything that a refusal has taken out of the context are left out.
 */
export async function modelMessages(state: SessionState, options: ModelMessagesOptions = {}): Promise<ModelMessage[]> {
  const rows = new Map(
    createScreen()(state)
      .toArray()
      .map((row) => [row.key, row]),
  );
  const messages: ModelMessage[] = [];
  for (const message of toUIMessages(state)) {
    const row = rows.get(message.id);
    if (message.role === 'user') {
      const content = row === undefined || !isTaken(state, row) ? [] : userContent(blocksOf(state, row));
      if (content.length > 0) messages.push({ role: 'user', content });
    } else if (message.metadata?.isInContext !== false) {
      messages.push(...(await answerOf(message, options)));
    }
  }
  return messages;
}

/** Returns whether the agent has the prompt of a row: it does not wait, and was not refused. */
function isTaken(state: SessionState, row: ScreenRow): boolean {
  const number = /^prompt (\d+)$/.exec(row.key)?.[1];
  const turn = number === undefined ? undefined : turnOf(state, Number(number));
  return row.isInContext && isOfUser(row) && (turn === undefined || turn.start !== undefined);
}

function blocksOf(state: SessionState, row: ScreenRow) {
  if (row.type === 'prompt') return row.prompt;
  if (row.type !== 'message') return [];
  return state.messages.get(messageKey(row.kind, row.messageId))?.content ?? [];
}

async function answerOf(message: AcpUIMessage, { tools }: ModelMessagesOptions): Promise<ModelMessage[]> {
  const parts = message.parts.filter(isForModel);
  if (!parts.some(({ type }) => type !== 'step-start')) return [];
  const answer: AcpUIMessage = { ...message, parts: steps(parts) };
  return convertToModelMessages<AcpUIMessage>([answer], {
    ignoreIncompleteToolCalls: true,
    ...(tools !== undefined && { tools }),
  });
}

function isForModel({ type }: AcpUIPart): boolean {
  return type === 'text' || type === 'file' || type === 'dynamic-tool' || type === 'step-start';
}

/** Returns the parts with a new step after each run of tool calls: a model answers their results in its next message. */
function steps(parts: readonly AcpUIPart[]): AcpUIPart[] {
  const stepped: AcpUIPart[] = [];
  for (const part of parts) {
    const isNext = stepped.at(-1)?.type === 'dynamic-tool' && part.type !== 'dynamic-tool';
    if (isNext) stepped.push({ type: 'step-start' });
    stepped.push(part);
  }
  return stepped;
}
