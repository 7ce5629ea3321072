import type { SessionState } from '@emend/acp';
import {
  isKnownReceivedSessionUpdate,
  type PermissionOption,
  type ReceivedSessionUpdate,
  type RequestPermissionOutcome,
  type RequestPermissionRequest,
} from '@emend/acp/protocol/june';
import { isFinal, type ToolCall, turnOf } from '@emend/acp/session';
import { displayStatus } from '@emend/acp/view';

/** How many stopped calls are remembered. */
const most = 1_000;

/** How a call was stopped; a rejected one with the status that it had then. */
type Stop = { readonly how: 'cancelled' } | { readonly how: 'rejected'; readonly statusThen: string | undefined };

/** The tool calls that the person stopped: rejected, or cancelled with their turn. Many an agent never says so, and leaves them as they were. */
export class StoppedCalls {
  readonly #stops = new Map<string, Stop>();

  /** Takes note of how a question was answered, with the call as it was then. */
  answered(
    { options, toolCall: { toolCallId } }: RequestPermissionRequest,
    answer: string | RequestPermissionOutcome,
    call: ToolCall | undefined,
  ): void {
    this.#stops.delete(toolCallId);
    if (!isAllowed(options, answer)) this.#stop(toolCallId, { how: 'rejected', statusThen: call?.status });
  }

  /** Takes note of a call as it is now: that it was cancelled can be seen only until its turn has ended, when it counts as failed. */
  seen({ toolCallId, isCancelled }: ToolCall): void {
    if (isCancelled && !this.#stops.has(toolCallId)) this.#stop(toolCallId, { how: 'cancelled' });
  }

  /** Takes note of an update of the agent that the state already has: what the agent says of the end of a cancelled call counts. */
  updated(update: ReceivedSessionUpdate, state: SessionState): void {
    if (update.sessionUpdate !== 'tool_call_update' || !isKnownReceivedSessionUpdate(update)) return;
    const { toolCallId, status } = update;
    const call = state.toolCalls.get(toolCallId);
    const stop = this.#stops.get(toolCallId);
    if (call === undefined || stop?.how === 'rejected') return;
    // An agent may begin a call before it hears of the cancel.
    const isOpen = !isFinal(call.status) && turnOf(state, call.turn)?.isCancelled === true;
    if (isOpen) this.#stop(toolCallId, { how: 'cancelled' });
    else if (status !== undefined) this.#stops.delete(toolCallId);
  }

  /** Whether a call is over because the person stopped it. */
  has({ toolCallId, status, isCancelled }: ToolCall): boolean {
    const stop = this.#stops.get(toolCallId);
    if (stop === undefined) return false;
    // A rejected call has failed, or nothing was heard of it since.
    return status === 'failed' || (stop.how === 'rejected' ? status === stop.statusThen : isCancelled);
  }

  /** The status to show. */
  statusOf(call: ToolCall): string {
    const stop = this.has(call) ? this.#stops.get(call.toolCallId) : undefined;
    return stop?.how ?? displayStatus(call);
  }

  #stop(toolCallId: string, stop: Stop): void {
    this.#stops.set(toolCallId, stop);
    const [oldest] = this.#stops.keys();
    if (this.#stops.size > most && oldest !== undefined) this.#stops.delete(oldest);
  }
}

function isAllowed(options: readonly PermissionOption[], answer: string | RequestPermissionOutcome): boolean {
  const chosen = typeof answer === 'string' ? options.find(({ optionId }) => optionId === answer) : undefined;
  return chosen !== undefined && !chosen.kind.startsWith('reject');
}
