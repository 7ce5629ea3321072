import { RpcError, rpcErrorCodes } from '../../../jsonrpc/rpc-error.ts';
import type { PromptResponse } from '../../../protocol/june/generated/prompt.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import type { SessionEvent } from '../../../session/event.ts';
import { oldestOf } from '../../../session/open-turns.ts';
import { type SessionState, turnOf } from '../../../session/state.ts';
import type { MalformedResultError } from '../errors.ts';
import type { QuestionSubject } from '../open-questions.ts';
import {
  answerOf,
  type FindPrompt,
  type PromptCall,
  type PromptLine,
  type PromptLineParts,
  type RestoredPrompt,
} from '../prompt-line.ts';
import { isInBackground } from './background.ts';
import type { NovemberPeer } from './calls.ts';
import { endOfWork, type IdleUpdate } from './work-end.ts';

/** A prompt that has not ended. */
interface OpenPrompt {
  readonly requestId: number;
  /** The number of its turn in the state. */
  turn: number;
  isInserted: boolean;
  isCancelled: boolean;
  /** Asks the agent to take back the prompt. */
  withdrawal: AbortController;
  readonly call: PromptCall;
  readonly resolve: (response: PromptResponse) => void;
  readonly reject: (error: unknown) => void;
}

const cancelledTurn: PromptResponse = { stopReason: 'cancelled' };

/**
 * The prompts of a session with a November agent, which answers a prompt when it has inserted it, and reports the end of its work by
 * state updates. The state of the session knows which prompts a report ends.
 */
export class NovemberPromptLine implements PromptLine {
  readonly #peer: NovemberPeer;
  readonly #parts: PromptLineParts;
  readonly #open = new Set<OpenPrompt>();
  /** The prompts that are neither inserted nor sent, because their connection was lost. */
  readonly #lost = new WeakSet<OpenPrompt>();
  #sent = 0;
  /** The update that last ended work, and how often work had ended with it. */
  #lastIdle: IdleUpdate = {};
  #completions = 0;
  /** An idle update that ended nothing, and the user messages that were seen before it. */
  #unreported: { readonly idle: IdleUpdate; readonly sights: SessionState['rare']['sights'] } | undefined;
  /** Whether the work that goes on was cancelled. */
  #isWorkCancelled = false;

  constructor(peer: NovemberPeer, parts: PromptLineParts) {
    this.#peer = peer;
    this.#parts = parts;
  }

  async send(call: PromptCall): Promise<PromptResponse> {
    const { params, stops, giveUp } = call;
    if (params.prompt.length === 0) throw new TypeError('A prompt must not be empty.');
    let prompt: OpenPrompt | undefined;
    const stop = (): void => void (prompt !== undefined && this.#stop(prompt));
    const abandon = (): void => void (prompt !== undefined && this.#giveUp(prompt, giveUp?.reason));
    for (const signal of stops) signal.addEventListener('abort', stop, { once: true });
    giveUp?.addEventListener('abort', abandon, { once: true });
    try {
      return await new Promise<PromptResponse>((resolve, reject) => {
        const withdrawal = new AbortController();
        const requestId = ++this.#sent;
        const isNew = { turn: -1, isInserted: false, isCancelled: false };
        const sent: OpenPrompt = { requestId, ...isNew, withdrawal, call, resolve, reject };
        this.#ask(sent);
        prompt = sent;
        this.#add(sent, params.prompt);
      });
    } finally {
      for (const signal of stops) signal.removeEventListener('abort', stop);
      giveUp?.removeEventListener('abort', abandon);
    }
  }

  #ask(prompt: OpenPrompt): void {
    const answer = this.#peer.request('session/prompt', prompt.call.params, {
      cancel: prompt.withdrawal.signal,
      onResult: ({ messageId }) => this.#insert(prompt, messageId),
      onMalformed: (error) => this.#readMalformed(prompt, error),
    });
    answer.catch((error: unknown) => this.#refuse(prompt, error));
  }

  cancel(): void {
    if (this.#open.size === 0 && this.#isIdle) return;
    for (const prompt of this.#open) prompt.isCancelled = true;
    this.#isWorkCancelled = true;
    const { background } = this.#parts.state().activity;
    this.#parts.cancelQuestions((subject) => !isInBackground(background, subject));
    this.#sendCancel();
  }

  #sendCancel(): void {
    void this.#peer.notify('session/cancel', { sessionId: this.#parts.sessionId }).catch(() => {});
    this.#parts.apply({ type: 'cancel_sent' });
  }

  isCancelled(subject: QuestionSubject): boolean {
    return this.#isWorkCancelled && !isInBackground(this.#parts.state().activity.background, subject);
  }

  onApplied(event: SessionEvent): void {
    if (event.type !== 'update' || event.update.sessionUpdate !== 'state_update') return;
    const idle = event.update as IdleUpdate;
    const { completions, listsBackground, sights } = this.#parts.state().rare;
    const isEnd = completions !== this.#completions;
    const isSnapshot = isEnd || listsBackground || !this.#isIdle || typeof idle.stopReason !== 'string';
    this.#unreported = isSnapshot ? undefined : { idle, sights };
    if (!isEnd) return;
    this.#completions = completions;
    this.#lastIdle = idle;
    this.#isWorkCancelled = false;
    this.#settle();
  }

  /** After the close nothing more is heard of the session: what the agent did not report is over, too. */
  onClosed(): void {
    this.#over('cancelled', undefined);
    for (const prompt of this.#open) {
      this.#parts.apply({ type: 'turn_ended', requestId: prompt.requestId, stopReason: 'cancelled' });
      this.#end(prompt).resolve(cancelledTurn);
    }
  }

  get promptIds(): readonly string[] {
    return Array.from(this.#open, ({ call }) => call.promptId).filter((id) => id !== undefined);
  }

  /** What the agent tells from now on is about another connection, on which no prompt is inserted yet. */
  onLost(): void {
    for (const prompt of this.#open) {
      prompt.isInserted = false;
      this.#lost.add(prompt);
    }
  }

  onRestored(find: FindPrompt): void {
    this.#completions = this.#parts.state().rare.completions;
    this.#unreported = undefined;
    for (const prompt of [...this.#open]) this.#restore(prompt, find(prompt.call.promptId));
  }

  #restore(prompt: OpenPrompt, found: RestoredPrompt): void {
    if (found.state === 'failed') {
      this.#fail(prompt, found.error);
    } else if (found.state === 'ended') {
      if (found.stopReason !== 'cancelled') prompt.call.onInserted(found.messageId);
      this.#settleBy(prompt, () => answerOf(found));
    } else if (found.state === 'unsent' && prompt.isCancelled) {
      // What was cancelled before the agent got it is not sent any more.
      this.#end(prompt).resolve(cancelledTurn);
    } else {
      this.#sendAgain(prompt);
    }
  }

  #sendAgain(prompt: OpenPrompt): void {
    const isWithdrawn = prompt.withdrawal.signal.aborted;
    if (isWithdrawn) prompt.withdrawal = new AbortController();
    this.#lost.delete(prompt);
    this.#ask(prompt);
    this.#add(prompt, prompt.call.params.prompt);
    if (isWithdrawn) prompt.withdrawal.abort();
    else if (prompt.isCancelled) this.#sendCancel();
  }

  onDisconnected(error: Error): void {
    this.#over('error', error);
    for (const prompt of this.#open) {
      // The request of a prompt that is not inserted fails by itself, unless it was lost before.
      if (prompt.isInserted || this.#lost.has(prompt)) this.#fail(prompt, error);
    }
  }

  get #isIdle(): boolean {
    return this.#parts.state().activity.state === 'idle';
  }

  #add(prompt: OpenPrompt, content: PromptCall['params']['prompt']): void {
    // What the agent asks from now on may be about this prompt, unless cancelled work still goes on.
    if (this.#isIdle && !this.#hasCancelled) this.#isWorkCancelled = false;
    this.#open.add(prompt);
    const { requestId } = prompt;
    this.#parts.apply({ type: 'prompt_sent', prompt: content, requestId, dialect: 'november' });
    prompt.turn = oldestOf(this.#parts.state().tracking.cursor.turns, requestId) ?? -1;
  }

  #insert(prompt: OpenPrompt, messageId: string | undefined): void {
    if (!this.#open.has(prompt)) return;
    prompt.isInserted = true;
    if (!this.#hasCancelled) this.#isWorkCancelled = false;
    this.#parts.apply({ type: 'prompt_inserted', requestId: prompt.requestId, messageId });
    prompt.call.onInserted(messageId);
    this.#settle();
    this.#settleUnreported(prompt, messageId);
    this.#cancelWithdrawn();
  }

  /** An agent that never says when it works may have ended the work on a prompt before it answers it. */
  #settleUnreported(prompt: OpenPrompt, messageId: string | undefined): void {
    const isEnded = messageId !== undefined && this.#unreported?.sights.get(messageId) !== undefined;
    if (!isEnded || this.#unreported === undefined || !this.#open.has(prompt)) return;
    const { idle } = this.#unreported;
    this.#parts.apply({ type: 'turn_ended', requestId: prompt.requestId, stopReason: String(idle.stopReason) });
    this.#settleWith(prompt, idle);
  }

  /** An answer without an id means that the prompt was inserted. An answer with a stop reason is that of another draft: the turn is over. */
  #readMalformed(prompt: OpenPrompt, error: MalformedResultError): void {
    const answer = isObject(error.result) ? error.result : {};
    const { messageId, stopReason } = answer;
    this.#insert(prompt, undefined);
    if (error.result !== null && (!isObject(error.result) || messageId !== undefined)) this.#parts.onMalformed(error);
    if (messageId !== undefined || typeof stopReason !== 'string' || !this.#open.has(prompt)) return;
    this.#parts.apply({ type: 'turn_ended', requestId: prompt.requestId, stopReason });
    this.#end(prompt).resolve({ ...answer, stopReason });
  }

  /** The agent has refused the prompt, or there is no agent any more. */
  #refuse(prompt: OpenPrompt, error: unknown): void {
    if (!this.#open.has(prompt)) return;
    if (!(error instanceof RpcError)) {
      if (this.#parts.isLost(error)) this.#lost.add(prompt);
      else this.#fail(prompt, error);
      return;
    }
    const { code, message } = error;
    this.#parts.apply({ type: 'prompt_refused', requestId: prompt.requestId, code, error: message });
    const { resolve, reject } = this.#end(prompt);
    if (prompt.isCancelled && code === rpcErrorCodes.requestCancelled) resolve(cancelledTurn);
    else reject(error);
  }

  #fail(prompt: OpenPrompt, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#parts.apply({ type: 'turn_ended', requestId: prompt.requestId, error: message });
    this.#end(prompt).reject(error);
  }

  /** Ends the prompts whose turn has ended in the state. */
  #settle(): void {
    for (const prompt of this.#open) {
      if (!prompt.isInserted) continue;
      const turn = turnOf(this.#parts.state(), prompt.turn);
      if (turn !== undefined && turn.status !== 'ended') continue;
      this.#settleWith(prompt, this.#lastIdle);
    }
  }

  #settleWith(prompt: OpenPrompt, idle: IdleUpdate): void {
    this.#settleBy(prompt, () => endOfWork(idle));
  }

  #settleBy(prompt: OpenPrompt, response: () => PromptResponse): void {
    const { resolve, reject } = this.#end(prompt);
    try {
      resolve(response());
    } catch (error) {
      reject(error);
    }
  }

  #end(prompt: OpenPrompt): OpenPrompt {
    this.#open.delete(prompt);
    if (this.#isIdle && !this.#hasCancelled && prompt.isCancelled) this.#isWorkCancelled = false;
    this.#cancelWithdrawn();
    return prompt;
  }

  get #hasCancelled(): boolean {
    for (const { isCancelled } of this.#open) if (isCancelled) return true;
    return false;
  }

  /** Cancels the work on a prompt. A prompt that waits while other work goes on is taken back alone. */
  #stop(prompt: OpenPrompt): void {
    if (!this.#open.has(prompt)) return;
    if (prompt.isInserted || (this.#open.size === 1 && this.#isIdle)) {
      this.cancel();
    } else {
      prompt.isCancelled = true;
      prompt.withdrawal.abort();
    }
  }

  #giveUp(prompt: OpenPrompt, reason: unknown): void {
    if (!this.#open.has(prompt)) return;
    if (!prompt.isInserted) prompt.withdrawal.abort();
    const isWorkCancelled = this.#isWorkCancelled;
    this.#fail(prompt, reason);
    // What the agent still asks belongs to the prompt that was given up.
    this.#isWorkCancelled = isWorkCancelled;
  }

  /**
   * Not every agent takes a prompt back. If it inserts one all the same, the work on it is cancelled, unless other prompts are open,
   * which that would cancel, too.
   */
  #cancelWithdrawn(): void {
    const [prompt, ...others] = this.#open;
    if (prompt?.isInserted === true && prompt.withdrawal.signal.aborted && others.length === 0) this.cancel();
  }

  /** Ends the work in the state, of which nothing more will be heard. */
  #over(stopReason: 'cancelled' | 'error', error: Error | undefined): void {
    if (this.#isIdle) return;
    const { rare, toolCalls } = this.#parts.state();
    for (const toolCallId of error === undefined ? [] : rare.calls) {
      if (toolCalls.get(toolCallId)?.isFinished !== false) continue;
      const update = { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' } as const;
      this.#parts.applyOwn({ type: 'update', update, dialect: 'november' });
    }
    const failure = error === undefined ? undefined : { message: error.message };
    this.#parts.applyOwn({ type: 'activity', state: 'idle', stopReason, error: failure });
  }
}
