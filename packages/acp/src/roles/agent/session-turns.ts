import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { PromptRequest, PromptResponse, StopReason } from '../../protocol/june/generated/prompt.ts';
import type { KnownStateUpdate } from '../../protocol/november/generated/state.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { checkAnswer } from '../check-outgoing.ts';
import { type KnownPrompt, promptIdIn } from '../prompt-ids.ts';
import { answerOf, recordedTurn, SentPrompts } from './sent-prompts.ts';
import type { AgentSession } from './session.ts';
import { noSession } from './session-errors.ts';
import type { SessionLink } from './session-link.ts';
import { Turn } from './turn.ts';
import { endedWith, idleAfter, type TurnEnd } from './turn-end.ts';
import { runWork, type WorkHandler } from './unprompted-work.ts';

/** How many prompts may wait behind a running turn; further ones are refused, so that a client cannot pile them up. */
const mostWaiting = 100;

/** The turns of a session and the work that nobody prompted: they run one after another. */
export class SessionTurns {
  readonly #session: AgentSession;
  /** The turns that run or wait, oldest first. */
  readonly #turns = new Set<AbortController>();
  readonly #prompts = new SentPrompts();
  #last: Promise<unknown> = Promise.resolve();
  /** How much work that nobody prompted runs or waits. */
  #works = 0;
  #couldNotOpen = false;
  /** What the agent does now: a prompt that waits is not work yet. */
  #doing: KnownStateUpdate['state'] = 'idle';

  constructor(session: AgentSession) {
    this.#session = session;
  }

  /** Whether a turn is running or waiting. */
  get isBusy(): boolean {
    return this.#turns.size > 0;
  }

  /** What the agent does now. */
  get doing(): KnownStateUpdate['state'] {
    return this.#doing;
  }

  /** Returns what is known of prompts that their client has given ids. */
  known(ids: readonly string[]): readonly KnownPrompt[] {
    return this.#prompts.known(ids, this.#session.history);
  }

  /** Makes prompts wait until the session is open; they are refused if it cannot be opened. */
  openAfter(opening: Promise<unknown>): void {
    this.#last = opening.catch(() => {
      this.#couldNotOpen = true;
    });
  }

  /** Runs work that no prompt asked for. */
  work(handler: WorkHandler): Promise<StopReason> {
    const controller = new AbortController();
    this.#turns.add(controller);
    this.#works += 1;
    const run = this.#last.then(() => {
      if (this.#couldNotOpen) throw noSession(this.#session.id);
      const tell = (state: KnownStateUpdate): void => {
        this.#doing = state.state;
        void this.#session.tellState(state);
      };
      return runWork(this.#session, this.#session.link, { handler, tell, signal: controller.signal });
    });
    this.#last = run.catch(() => {});
    return run.finally(() => {
      this.#works -= 1;
      this.#turns.delete(controller);
    });
  }

  /** Runs a turn after those before it have ended. A prompt that was sent before is not run again: it gets the answer of its turn. */
  prompt(request: PromptRequest, context: RequestContext): Promise<PromptResponse> {
    const promptId = promptIdIn(request._meta);
    const again = promptId === undefined ? undefined : this.#answerAgain(promptId, context);
    if (again !== undefined) return again;
    const { link } = this.#session;
    const { definition } = link;
    const isRefused = this.isBusy && (definition.whenBusy === 'refuse' || this.#turns.size > mostWaiting);
    if (isRefused) throw new RpcError(errorCodes.invalidRequest, 'A turn is already running in this session.');
    const controller = new AbortController();
    const abort = (): void => controller.abort(context.signal.reason);
    context.signal.addEventListener('abort', abort, { once: true });
    this.#turns.add(controller);
    const { signal } = controller;
    const before = this.#last;
    // Work that nobody prompted may take its time to end, and a client that cancelled a prompt behind it is not to wait for that.
    const free = this.#works > 0 ? unlessAborted(before, [signal]).catch(() => {}) : before;
    const run = free.then(() => this.#run(request, context, link, signal));
    const answers: Promise<unknown>[] = [];
    // The next turn starts once this one's answer has been sent, so that its updates cannot be taken for this turn's.
    this.#last = before
      .then(() => context.answered)
      .then(() => (answers.length === 0 ? undefined : Promise.all(answers)));
    if (promptId !== undefined)
      this.#prompts.add(promptId, { run, answers, abort: (reason) => controller.abort(reason) });
    return run.finally(() => {
      this.#turns.delete(controller);
      context.signal.removeEventListener('abort', abort);
    });
  }

  /** Returns the answer to a prompt that was sent before, on a connection that was lost; undefined if it was not. */
  #answerAgain(promptId: string, context: RequestContext): Promise<PromptResponse> | undefined {
    const open = this.#prompts.get(promptId);
    const turn = recordedTurn(this.#session.history, promptId);
    if (open === undefined && turn === undefined) return undefined;
    // A November client is told by the message that the prompt was taken.
    if (turn?.messageId !== undefined) this.#session.repeatMessage(turn.messageId);
    if (open !== undefined) {
      open.answers.push(context.answered);
      context.signal.addEventListener('abort', () => open.abort(context.signal.reason), { once: true });
      return open.run;
    }
    return Promise.resolve(turn as NonNullable<typeof turn>).then(answerOf);
  }

  /** `link` is the connection that the prompt came from; the session may have another one by now. */
  async #run(
    request: PromptRequest,
    context: RequestContext,
    link: SessionLink,
    signal: AbortSignal,
  ): Promise<PromptResponse> {
    const session = this.#session;
    // A turn that was cancelled while it waited never starts.
    if (signal.aborted) return { stopReason: 'cancelled' };
    if (this.#couldNotOpen) throw noSession(session.id);
    const requestId = promptIdIn(request._meta) ?? context.id;
    session.record({ type: 'prompt_sent', prompt: request.prompt, requestId });
    // Fails here if the session was opened elsewhere, before a model is asked or a tool runs for nothing.
    if (session.isDurable) await session.saved();
    const end = signal.aborted ? endedWith('cancelled') : await this.#runHandler(request, context, link, signal);
    session.record({ type: 'turn_ended', requestId, ...end.logged });
    try {
      // The answer goes out only when a crash can no longer lose the turn.
      await session.saved();
    } catch (error) {
      // The connection that took the session over has ended this turn in the log; the client asked for a cancel and gets one (A34).
      if (session.isSuperseded) return { stopReason: 'cancelled' };
      throw error;
    } finally {
      if (session.link !== link) void session.tellState(idleAfter(end));
    }
    session.fold();
    if ('error' in end) throw end.error;
    return { stopReason: end.stopReason };
  }

  async #runHandler(
    request: PromptRequest,
    context: RequestContext,
    link: SessionLink,
    signal: AbortSignal,
  ): Promise<TurnEnd> {
    const { definition, check } = link;
    this.#doing = 'running';
    // The answer of a prompt shows that its turn runs, but not to a client that did not send it.
    if (this.#session.link !== link) void this.#session.tellState({ state: 'running' });
    const turn = new Turn(this.#session, request, context, signal, link);
    try {
      const stopReason = (await definition.prompt(turn)) ?? 'end_turn';
      if (signal.aborted) return endedWith('cancelled');
      return endedWith(checkAnswer(check, 'session/prompt', { stopReason }).stopReason);
    } catch (error) {
      // Aborting makes models and tools throw; after a cancel that is not a failure (A34).
      if (signal.aborted) return endedWith('cancelled');
      return { error, logged: { error: 'The turn failed.' } };
    } finally {
      turn.end();
      this.#doing = 'idle';
      this.#session.flush();
    }
  }

  /** Cancels the running turn and those that wait. */
  cancel(): void {
    const isNews = [...this.#turns].some(({ signal }) => !signal.aborted);
    if (isNews) this.#session.record({ type: 'cancel_sent' });
    this.abort('The client cancelled the turn.');
  }

  /** Aborts the signals of all turns. */
  abort(why: string): void {
    this.#session.ongoing.cancelForeground();
    for (const controller of this.#turns) controller.abort(new DOMException(why, 'AbortError'));
  }

  /** Waits until no turn runs. */
  async quiet(): Promise<void> {
    while (this.isBusy) await this.#last;
  }

  /** Cancels all turns and waits until they have ended. */
  async stop(): Promise<void> {
    do {
      this.cancel();
      await this.#last;
      // Another prompt may have arrived meanwhile.
    } while (this.isBusy);
  }
}
