import { RpcError, rpcErrorCodes } from '../../../jsonrpc/rpc-error.ts';
import type { PromptResponse } from '../../../protocol/june/generated/prompt.ts';
import { oldestOf } from '../../../session/open-turns.ts';
import { unfinishedCalls } from '../../../session/reduce/unfinished-calls.ts';
import { turnOf } from '../../../session/state.ts';
import { unlessAborted } from '../../../transport/unless-aborted.ts';
import {
  answerOf,
  type FindPrompt,
  type PromptCall,
  type PromptLine,
  type PromptLineParts,
  type RestoredPrompt,
} from '../prompt-line.ts';
import type { JunePeer } from './calls.ts';

/** A turn that has not ended. */
interface OpenTurn {
  readonly requestId: number;
  /** Whether its permission requests are answered `cancelled`. */
  isCancelled: boolean;
  /** Cancels the prompt request of this turn only. */
  withdrawal: AbortController;
  readonly promptId: string | undefined;
  /** Called when it is known what became of a prompt that was lost with its connection. */
  onRestored: ((found: RestoredPrompt) => void) | undefined;
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

  async send(call: PromptCall): Promise<PromptResponse> {
    const { stops, giveUp, onInserted, promptId } = call;
    const requestId = ++this.#turns;
    const withdrawal = new AbortController();
    const turn: OpenTurn = { requestId, isCancelled: false, withdrawal, onInserted, promptId, onRestored: undefined };
    const stop = (): void => this.#stop(turn);
    // Before the request itself listens to `giveUp`, so that the turn is cancelled before it is given up.
    for (const signal of stops) signal.addEventListener('abort', stop, { once: true });
    try {
      return await this.#answer(turn, call);
    } catch (error) {
      if (turn.isCancelled && isRequestCancelled(error)) {
        this.#end(turn, cancelledTurn);
        return cancelledTurn;
      }
      if (giveUp?.aborted === true && error === giveUp.reason) this.#isGivenUp = true;
      this.#end(turn, { error: error instanceof Error ? error.message : String(error) });
      throw error;
    } finally {
      for (const signal of stops) signal.removeEventListener('abort', stop);
    }
  }

  /** Sends a prompt and waits for its answer, over one connection after another. */
  async #answer(turn: OpenTurn, call: PromptCall): Promise<PromptResponse> {
    const { giveUp } = call;
    let found: RestoredPrompt = { state: 'unsent' };
    for (;;) {
      try {
        return await this.#ask(turn, call, 'messageId' in found ? found.messageId : undefined);
      } catch (error) {
        if (!this.#parts.isLost(error)) throw error;
      }
      const restored = new Promise<RestoredPrompt>((resolve) => {
        turn.onRestored = resolve;
      });
      found = await unlessAborted(restored, giveUp === undefined ? [] : [giveUp]);
      if (found.state === 'failed') throw found.error;
      if (found.state === 'ended') return this.#settle(turn, found);
      // What was cancelled before the agent got it is not sent any more.
      if (found.state === 'unsent' && turn.isCancelled) return this.#settle(turn, { state: 'ended', ...cancelledTurn });
    }
  }

  #settle(turn: OpenTurn, found: Extract<RestoredPrompt, { readonly state: 'ended' }>): PromptResponse {
    const response = answerOf(found);
    if (response.stopReason !== 'cancelled') this.#tellInserted(turn, found.messageId);
    this.#end(turn, response);
    return response;
  }

  /** Sends the request of a prompt; `messageId` is the message that repeats it already, if it is sent once more. */
  #ask(turn: OpenTurn, { params, giveUp }: PromptCall, messageId: string | undefined): Promise<PromptResponse> {
    const { requestId } = turn;
    const isWithdrawn = turn.withdrawal.signal.aborted;
    if (isWithdrawn) turn.withdrawal = new AbortController();
    const answer = this.#peer.request('session/prompt', params, {
      signal: giveUp,
      cancel: turn.withdrawal.signal,
      onResult: (response) => {
        // A prompt that was cancelled before the agent showed any sign of it was not taken.
        if (response.stopReason !== 'cancelled') this.#tellInserted(turn);
        this.#end(turn, { stopReason: response.stopReason });
        return response;
      },
    });
    if (!this.#open.has(turn)) {
      this.#open.add(turn);
      this.#untold++;
    }
    this.#isGivenUp = false;
    const again = messageId === undefined ? {} : { messageId };
    this.#parts.apply({ type: 'prompt_sent', prompt: params.prompt, requestId, ...again });
    if (isWithdrawn) turn.withdrawal.abort();
    else if (turn.isCancelled) this.#sendCancel();
    return answer;
  }

  #end(turn: OpenTurn, outcome: Pick<PromptResponse, 'stopReason'> | { readonly error: string }): void {
    if (!this.#open.delete(turn)) return;
    if (turn.onInserted !== undefined) this.#untold--;
    const { requestId } = turn;
    const isCut = turn.isCancelled || 'error' in outcome || outcome.stopReason === 'cancelled';
    if (isCut) this.#failCalls(requestId);
    const how = 'error' in outcome ? { error: outcome.error } : { stopReason: outcome.stopReason };
    this.#parts.apply({ type: 'turn_ended', requestId, ...how });
    this.#cancelWithdrawn();
  }

  cancel(): void {
    if (this.#open.size === 0) return;
    for (const turn of this.#open) turn.isCancelled = true;
    this.#parts.cancelQuestions();
    this.#sendCancel();
  }

  #sendCancel(): void {
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

  get promptIds(): readonly string[] {
    return Array.from(this.#open, ({ promptId }) => promptId).filter((id) => id !== undefined);
  }

  // The agent answers every prompt, and the request of a prompt fails with the connection.
  onClosed(): void {}

  onLost(): void {}

  onRestored(find: FindPrompt): void {
    for (const turn of this.#open) turn.onRestored?.(find(turn.promptId));
  }

  onDisconnected(error: Error): void {
    this.onRestored(() => ({ state: 'failed', error }));
  }

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
