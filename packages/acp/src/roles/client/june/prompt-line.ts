import { RpcError, rpcErrorCodes } from '../../../jsonrpc/rpc-error.ts';
import type { PromptResponse } from '../../../protocol/june/generated/prompt.ts';
import { oldestOf } from '../../../session/open-turns.ts';
import { unfinishedCalls } from '../../../session/reduce/unfinished-calls.ts';
import { turnOf } from '../../../session/state.ts';
import type { PromptCall, PromptLine, PromptLineParts } from '../prompt-line.ts';
import type { JunePeer } from './calls.ts';

/** A turn that has not ended. */
interface OpenTurn {
  readonly requestId: number;
  /** Whether its permission requests are answered `cancelled`. */
  isCancelled: boolean;
  /** Cancels the prompt request of this turn only. */
  readonly withdrawal: AbortController;
  /** Tells that the agent has taken the prompt; undefined once it was told. */
  onInserted: PromptCall['onInserted'] | undefined;
}

const cancelledTurn: PromptResponse = { stopReason: 'cancelled' };

/** The prompts of a session with a June agent, which answers a prompt when its turn has ended. */
export class JunePromptLine implements PromptLine {
  readonly #peer: JunePeer;
  readonly #parts: PromptLineParts;
  /** The turns that have not ended, oldest first. An agent runs them one after another. */
  readonly #open = new Set<OpenTurn>();
  #turns = 0;
  /** How many open turns have not told that their prompt was taken. */
  #untold = 0;
  /** Whether the last turn was given up: what the agent still asks then belongs to that turn. */
  #isGivenUp = false;

  constructor(peer: JunePeer, parts: PromptLineParts) {
    this.#peer = peer;
    this.#parts = parts;
  }

  async send({ params, stops, giveUp, onInserted }: PromptCall): Promise<PromptResponse> {
    const requestId = ++this.#turns;
    const turn: OpenTurn = { requestId, isCancelled: false, withdrawal: new AbortController(), onInserted };
    const end = (outcome: Pick<PromptResponse, 'stopReason'> | { readonly error: string }): void => {
      if (!this.#open.delete(turn)) return;
      if (turn.onInserted !== undefined) this.#untold--;
      const isCut = turn.isCancelled || 'error' in outcome || outcome.stopReason === 'cancelled';
      if (isCut) this.#failCalls(requestId);
      this.#parts.apply({ type: 'turn_ended', requestId, ...outcome });
      this.#cancelWithdrawn();
    };
    const stop = (): void => this.#stop(turn);
    // Before the request itself listens to `giveUp`, so that the turn is cancelled before it is given up.
    for (const signal of stops) signal.addEventListener('abort', stop, { once: true });
    const answer = this.#peer.request('session/prompt', params, {
      signal: giveUp,
      cancel: turn.withdrawal.signal,
      onResult: (response) => {
        // A prompt that was cancelled before the agent showed any sign of it was not taken.
        if (response.stopReason !== 'cancelled') this.#tellInserted(turn);
        end({ stopReason: response.stopReason });
        return response;
      },
    });
    this.#open.add(turn);
    this.#untold++;
    this.#isGivenUp = false;
    this.#parts.apply({ type: 'prompt_sent', prompt: params.prompt, requestId });
    try {
      return await answer;
    } catch (error) {
      if (turn.isCancelled && isRequestCancelled(error)) {
        end(cancelledTurn);
        return cancelledTurn;
      }
      if (giveUp?.aborted === true && error === giveUp.reason) this.#isGivenUp = true;
      end({ error: error instanceof Error ? error.message : String(error) });
      throw error;
    } finally {
      for (const signal of stops) signal.removeEventListener('abort', stop);
    }
  }

  cancel(): void {
    if (this.#open.size === 0) return;
    for (const turn of this.#open) turn.isCancelled = true;
    this.#parts.cancelQuestions();
    void this.#peer.notify('session/cancel', { sessionId: this.#parts.sessionId }).catch(() => {});
    this.#parts.apply({ type: 'cancel_sent' });
  }

  /** A question belongs to the running turn, which is the oldest; only its cancellation answers it. */
  isCancelled(): boolean {
    const [running] = this.#open;
    return running?.isCancelled ?? this.#isGivenUp;
  }

  /** An agent does not say when it has taken a prompt. The first sign of the turn tells, or the message that repeats the prompt. */
  onApplied(): void {
    // Called for every update, so it must cost nothing once all prompts are taken.
    if (this.#untold === 0) return;
    const [running] = this.#open;
    if (running?.onInserted === undefined) return;
    const state = this.#parts.state();
    const number = oldestOf(state.tracking.cursor.turns, running.requestId);
    const turn = number === undefined ? undefined : turnOf(state, number);
    if (turn !== undefined && turn.status !== 'sent') this.#tellInserted(running, turn.messageId);
  }

  // The agent answers every prompt, and the request of a prompt fails with the connection.
  onClosed(): void {}

  onDisconnected(): void {}

  #tellInserted(turn: OpenTurn, messageId?: string): void {
    const { onInserted } = turn;
    if (onInserted === undefined) return;
    turn.onInserted = undefined;
    this.#untold--;
    onInserted(messageId);
  }

  /**
   * Sets the unfinished tool calls of a turn that was cancelled or failed to `failed`. Agents report the same when the session is
   * loaded again.
   */
  #failCalls(requestId: number): void {
    for (const toolCallId of unfinishedCalls(this.#parts.state(), requestId)) {
      const update = { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' } as const;
      this.#parts.applyOwn({ type: 'update', update });
    }
  }

  /** Cancels a running turn. If it waits behind another, only its own prompt is cancelled. */
  #stop(turn: OpenTurn): void {
    const [running] = this.#open;
    if (turn === running) {
      this.cancel();
    } else {
      turn.isCancelled = true;
      turn.withdrawal.abort();
    }
  }

  /**
   * Not every agent can cancel a single request. If such an agent starts a cancelled prompt all the same, its turn is cancelled,
   * unless others wait behind it, which that would cancel, too.
   */
  #cancelWithdrawn(): void {
    const [running, ...waiting] = this.#open;
    if (running?.withdrawal.signal.aborted === true && waiting.length === 0) this.cancel();
  }
}

/** An agent may answer a cancelled request with the error -32800. */
function isRequestCancelled(error: unknown): boolean {
  return error instanceof RpcError && error.code === rpcErrorCodes.requestCancelled;
}
