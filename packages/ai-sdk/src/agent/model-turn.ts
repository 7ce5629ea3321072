import type { Turn } from '@emend/acp';
import type { TurnOutcome } from '@emend/acp/roles';
import type { FinishReason, ModelMessage, ToolSet } from 'ai';
import { callModel, type ModelLoop, memoryOf } from './model-loop.ts';
import { modelMessages } from './model-messages.ts';
import { userContent } from './prompt-content.ts';
import { type AskedApproval, StreamReport, type StreamReportOptions, told } from './stream-report.ts';

/** Options of {@link runModelTurn}. */
export interface ModelTurnOptions extends StreamReportOptions {
  /** The tools of the loop, for outputs that a tool gives to the model in another form. A `ToolLoopAgent` has them itself. */
  readonly tools?: ToolSet;
}

const outcomes: Readonly<Record<FinishReason, TurnOutcome>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'content-filter': 'refusal',
  // The loop has stopped before the model has seen the results of its last tools.
  'tool-calls': 'max_turn_requests',
  error: 'end_turn',
  interrupted: 'end_turn',
  other: 'end_turn',
};

/**
 * Runs a turn by a model loop: reports what the loop streams, asks the user where it needs approval, and goes on with the answer. Returns
 * the stop reason. The conversation is that of the session, as it is now if the agent stores its sessions.
 */
export async function runModelTurn(turn: Turn, loop: ModelLoop, options: ModelTurnOptions = {}): Promise<TurnOutcome> {
  const memory = memoryOf(turn.session);
  const before = memory.messages;
  const conversation = await conversationOf(turn, before, options);
  const report = new StreamReport(turn, options);
  try {
    const finishReason = await runLoop(turn, loop, conversation, report);
    const isRefused = finishReason === 'content-filter';
    memory.messages = isRefused ? before : conversation;
    return finishReason === 'aborted' ? 'cancelled' : outcomes[finishReason];
  } catch (error) {
    if (turn.signal.aborted) return 'cancelled';
    throw told(error);
  } finally {
    if (!turn.signal.aborted) await report.tools.endAll('No result came.');
  }
}

/** Returns the messages for the model, with the prompt at their end. */
async function conversationOf(
  turn: Turn,
  before: readonly ModelMessage[],
  { tools }: ModelTurnOptions,
): Promise<ModelMessage[]> {
  const { history } = turn.session;
  if (history !== undefined) return modelMessages(history, tools === undefined ? {} : { tools });
  return [...before, { role: 'user', content: userContent(turn.prompt) }];
}

/** Calls the loop until it leaves nothing to the user; adds its messages to the conversation. */
async function runLoop(
  turn: Turn,
  loop: ModelLoop,
  conversation: ModelMessage[],
  report: StreamReport,
): Promise<FinishReason | 'aborted'> {
  for (;;) {
    const call = { messages: [...conversation], abortSignal: turn.signal };
    const result = await callModel(loop, call, turn);
    const { finishReason, approvals } = await report.read(result.stream);
    if (finishReason === 'aborted') return finishReason;
    const response = await result.responseMessages;
    await report.correct(response);
    conversation.push(...response);
    if (approvals.length === 0) return finishReason;
    conversation.push({ role: 'tool', content: await answersTo(approvals) });
    if (turn.signal.aborted) return 'aborted';
  }
}

type ToolContent = Extract<ModelMessage, { role: 'tool' }>['content'];

function answersTo(approvals: readonly AskedApproval[]): Promise<ToolContent> {
  return Promise.all(
    approvals.map(async ({ approvalId, isAllowed }) => {
      const approved = await isAllowed;
      return { type: 'tool-approval-response' as const, approvalId, approved };
    }),
  );
}
