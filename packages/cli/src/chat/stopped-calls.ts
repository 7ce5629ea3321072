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

/** Maximum number of stopped calls remembered. */
const most = 1_000;

/** How a call was stopped, and the status that a rejected call had then. */
type Stop = { readonly how: 'cancelled' } | { readonly how: 'rejected'; readonly statusThen: string | undefined };

/** The tool calls that the person rejected, or cancelled with their turn. Many agents never report this and leave their status unchanged. */
export class StoppedCalls {
  readonly #stops = new Map<string, Stop>();

  /** Records the answer to a question, with the tool call at that time. */
  answered(
    { options, toolCall: { toolCallId } }: RequestPermissionRequest,
    answer: string | RequestPermissionOutcome,
    call: ToolCall | undefined,
  ): void {
    this.#stops.delete(toolCallId);
    if (!isAllowed(options, answer)) this.#stop(toolCallId, { how: 'rejected', statusThen: call?.status });
  }

  /** Records the current state of a call: a cancelled call can be told from a failed one only until its turn ends. */
  seen({ toolCallId, isCancelled }: ToolCall): void {
    if (isCancelled && !this.#stops.has(toolCallId)) this.#stop(toolCallId, { how: 'cancelled' });
  }

  /** Records an update that was already applied: what the agent itself says about the end of a cancelled call wins. */
  updated(update: ReceivedSessionUpdate, state: SessionState): void {
    if (update.sessionUpdate !== 'tool_call_update' || !isKnownReceivedSessionUpdate(update)) return;
    const { toolCallId, status } = update;
    const call = state.toolCalls.get(toolCallId);
    const stop = this.#stops.get(toolCallId);
    if (call === undefined || stop?.how === 'rejected') return;
    // An agent may start a call before it receives the cancel.
    const isOpen = !isFinal(call.status) && turnOf(state, call.turn)?.isCancelled === true;
    if (isOpen) this.#stop(toolCallId, { how: 'cancelled' });
    else if (status !== undefined) this.#stops.delete(toolCallId);
  }

  /** Returns whether a call ended because the person stopped it. */
  has({ toolCallId, status, isCancelled }: ToolCall): boolean {
    const stop = this.#stops.get(toolCallId);
    if (stop === undefined) return false;
    // A rejected call has failed, or the agent has not mentioned it since.
    return status === 'failed' || (stop.how === 'rejected' ? status === stop.statusThen : isCancelled);
  }

  /** Returns the status to show. */
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
