import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError, refusedCode } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { PromptRequest, PromptResponse, StopReason } from '../../protocol/june/generated/prompt.ts';
import type { KnownStateUpdate } from '../../protocol/november/generated/state.ts';
import { present } from '../../protocol/reading/optional.ts';
import { messageKey } from '../../session/message.ts';
import { Gate } from '../../transport/gate.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { checkAnswer } from '../check-outgoing.ts';
import { type KnownPrompt, promptIdIn } from '../prompt-ids.ts';
import { answerOf, recordedTurn, SentPrompts } from './sent-prompts.ts';
import type { AgentSession } from './session.ts';
import { notOpened, turnLost } from './session-errors.ts';
import type { SessionLink } from './session-link.ts';
import type { TurnNews, WaitingPrompt } from './session-news.ts';
import { Turn } from './turn.ts';
import { endedWith, idleAfter, type TurnEnd } from './turn-end.ts';
import { runWork, type WorkHandler } from './unprompted-work.ts';

/** How many prompts may wait behind a running turn; further ones are refused, so that a client cannot pile them up. */
const mostWaiting = 100;

function tooManyWaiting(): RpcError {
  const message = `${mostWaiting} prompts wait in this session already. Try again when some of them have ended.`;
  return new RpcError(refusedCode, message, { reason: 'too_many_prompts' });
}

/** A turn that runs or waits, or work that nobody prompted. */
interface OpenTurn {
  readonly controller: AbortController;
  /** The connection that its prompt came from, or was sent again on; undefined for work that nobody prompted. */
  connection: object | undefined;
  /** Aborts when its prompt is taken back before it has begun, so that its client need not wait for the turns before it. */
  readonly withdrawn: AbortController;
  /** What other clients are told of it; undefined for work that nobody prompted. */
  readonly waiting?: WaitingPrompt;
  hasBegun: boolean;
  /** Whether its client wants it to end. */
  isCancelled?: boolean;
}

/** The turns of a session and the work that nobody prompted: they run one after another. */
export class SessionTurns {
  readonly #session: AgentSession;
  /** The turns that run or wait, oldest first. */
  readonly #turns = new Set<OpenTurn>();
  readonly #prompts = new SentPrompts();
  #last: Promise<unknown> = Promise.resolve();
  /** How much work that nobody prompted runs or waits. */
  #works = 0;
  /** Why the session could not be opened; undefined if it could. */
  #unopened: { readonly cause: unknown } | undefined;
  /** Open while a prompt is recorded and not yet repeated as a message. */
  #beginning: Gate | undefined;
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
    this.#last = opening.catch((cause: unknown) => {
      this.#unopened = { cause };
    });
  }

  /** Runs work that no prompt asked for. */
  work(handler: WorkHandler): Promise<StopReason> {
    const controller = new AbortController();
    const open: OpenTurn = { controller, connection: undefined, withdrawn: new AbortController(), hasBegun: false };
    this.#turns.add(open);
    this.#works += 1;
    const run = this.#last.then(() => {
      if (this.#unopened !== undefined) throw notOpened(this.#session, this.#unopened.cause);
      const tell = (state: KnownStateUpdate): void => {
        this.#doing = state.state;
        void this.#session.tellState(state);
      };
      return runWork(this.#session, this.#session.link, { handler, tell, signal: controller.signal });
    });
    this.#last = run.catch(() => {});
    return run.finally(() => {
      this.#works -= 1;
      this.#turns.delete(open);
    });
  }

  /** Runs a turn after those before it have ended. A prompt that was sent before is not run again: it gets the answer of its turn. */
  prompt(request: PromptRequest, context: RequestContext, link: SessionLink): Promise<PromptResponse> {
    const promptId = promptIdIn(request._meta);
    const again = promptId === undefined ? undefined : this.#answerAgain(promptId, context, link);
    if (again !== undefined) return again;
    const { definition } = link;
    if (this.isBusy && definition.whenBusy === 'refuse')
      throw new RpcError(errorCodes.invalidRequest, 'A turn is already running in this session.');
    if (this.#turns.size > mostWaiting) throw tooManyWaiting();
    const controller = new AbortController();
    const withdrawn = new AbortController();
    const { actor } = link;
    const at = definition.sessions?.now?.() ?? Date.now();
    const waiting = { id: `${actor.client}/${String(context.id)}`, by: actor, at, prompt: request.prompt };
    const open: OpenTurn = { controller, connection: link.connection, withdrawn, waiting, hasBegun: false };
    const forget = this.#takenBackWith(context, open, link);
    this.#turns.add(open);
    if (this.#turns.size > 1) this.#tell(open, 'waiting');
    const { signal } = controller;
    const before = this.#last;
    // Work that nobody prompted may take its time to end, and a client that cancelled a prompt behind it is not to wait for that.
    const stops = this.#works > 0 ? [signal, withdrawn.signal] : [withdrawn.signal];
    const free = unlessAborted(before, stops).catch(() => {});
    const run = free.then(() => this.#run(request, context, link, open));
    const answers: Promise<unknown>[] = [];
    // The next turn starts once this one's answer has been sent, so that its updates cannot be taken for this turn's.
    this.#last = before
      .then(() => context.answered)
      .then(() => (answers.length === 0 ? undefined : Promise.all(answers)));
    const sentAgain = (next: RequestContext, on: SessionLink): void => {
      answers.push(next.answered);
      // That of somebody else is answered, and stays whose it is.
      if (on.actor.principal !== actor.principal) return;
      open.connection = on.connection;
      this.#takenBackWith(next, open, on);
    };
    if (promptId !== undefined) this.#prompts.add(promptId, { run, again: sentAgain });
    return run.finally(() => {
      this.#turns.delete(open);
      if (!open.hasBegun) this.#tell(open, 'ended', 'cancelled');
      forget();
    });
  }

  /** Cancels a turn when the request of its prompt on a connection is cancelled, unless it was sent again on another one by then. */
  #takenBackWith({ signal }: RequestContext, open: OpenTurn, { connection }: SessionLink): () => void {
    const abort = (): void => {
      if (open.connection !== connection || this.#outlasts(open, signal.reason)) return;
      open.isCancelled = true;
      open.controller.abort(signal.reason);
      open.withdrawn.abort();
    };
    // It may have been cancelled while it waited for its session.
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    return () => signal.removeEventListener('abort', abort);
  }

  /** Tells clients that asked for it what became of a prompt, and which prompts wait. */
  #tell({ waiting }: OpenTurn, state: TurnNews['state'], stopReason?: string): void {
    if (waiting === undefined) return;
    const { news } = this.#session.clients;
    news.turn({ id: waiting.id, state, by: waiting.by, stopReason }, this.#session.position);
    const others = [...this.#turns].filter(({ hasBegun, controller }) => !hasBegun && !controller.signal.aborted);
    news.prompts(others.flatMap((open) => open.waiting ?? []));
  }

  /** Returns whether a turn goes on when the connection of its client ends: somebody else has the session open. */
  #outlasts({ hasBegun }: OpenTurn, reason: unknown): boolean {
    return hasBegun && reason instanceof ConnectionError && this.#session.isAttended;
  }

  /** Sends the message that repeats a prompt once more, for a November client that has sent the prompt again and waits for it. */
  #repeatMessage(messageId: string, link: SessionLink): void {
    const { history, clients } = this.#session;
    const message = history?.messages.get(messageKey('user', messageId));
    if (link.client.dialect !== 'november' || message === undefined) return;
    const again = { sessionUpdate: 'user_message' as const, messageId, content: message.content.toArray() };
    void clients.of(link)?.output.send(again);
  }

  /** Returns the answer to a prompt that was sent before, on a connection that was lost; undefined if it was not. */
  #answerAgain(promptId: string, context: RequestContext, link: SessionLink): Promise<PromptResponse> | undefined {
    const open = this.#prompts.get(promptId);
    const turn = recordedTurn(this.#session.history, promptId);
    if (open === undefined && turn === undefined) return undefined;
    // A November client is told by the message that the prompt was taken.
    if (turn?.messageId !== undefined) this.#repeatMessage(turn.messageId, link);
    if (open !== undefined) {
      open.again(context, link);
      return open.run;
    }
    return Promise.resolve(turn as NonNullable<typeof turn>).then(answerOf);
  }

  /** `link` is the connection that the prompt came from; the session may have another one by now. */
  async #run(
    request: PromptRequest,
    context: RequestContext,
    link: SessionLink,
    open: OpenTurn,
  ): Promise<PromptResponse> {
    const session = this.#session;
    const { signal } = open.controller;
    // A turn that was cancelled while it waited never starts.
    if (signal.aborted) {
      // Unless nobody has cancelled it: its sender may send it again.
      if (open.isCancelled !== true && session.stopped === 'lost') await session.saved();
      return { stopReason: 'cancelled' };
    }
    if (this.#unopened !== undefined) throw notOpened(session, this.#unopened.cause);
    open.hasBegun = true;
    this.#tell(open, 'running');
    const promptId = promptIdIn(request._meta);
    const requestId = promptId ?? context.id;
    const by = session.actorOf(link, promptId);
    const beginning = new Gate();
    this.#beginning = beginning;
    session.record(present({ type: 'prompt_sent', prompt: request.prompt, requestId, by }));
    try {
      // Fails here if the session was opened elsewhere, before a model is asked or a tool runs for nothing.
      if (session.isDurable) await session.saved();
    } catch (error) {
      this.#tell(open, 'ended', 'error');
      throw error;
    } finally {
      // The message that repeats the prompt is sent in the same turn of the event loop.
      this.#beginning = undefined;
      beginning.open();
    }
    const hasRun = !signal.aborted;
    const end = hasRun ? await this.#runHandler(request, context, link, open) : endedWith({ stopReason: 'cancelled' });
    session.record({ type: 'turn_ended', requestId, ...end.logged });
    try {
      // The answer goes out only when a crash can no longer lose the turn.
      await session.saved();
    } catch (error) {
      // The connection that took the session over has ended this turn in the log; the client asked for a cancel and gets one (A34).
      const isOver = session.stopped === 'elsewhere' || (session.stopped === 'lost' && open.isCancelled === true);
      if (isOver) return { stopReason: 'cancelled' };
      throw hasRun ? turnLost(error) : error;
    } finally {
      session.tellOthers(link, idleAfter(end));
      this.#tell(open, 'ended', 'answer' in end ? end.answer.stopReason : 'error');
    }
    session.fold();
    if ('error' in end) throw end.error;
    return end.answer;
  }

  async #runHandler(
    request: PromptRequest,
    context: RequestContext,
    link: SessionLink,
    open: OpenTurn,
  ): Promise<TurnEnd> {
    const { definition, check } = link;
    const { signal } = open.controller;
    this.#doing = 'running';
    // The answer of a prompt shows that its turn runs, but not to a client that did not send it.
    this.#session.tellOthers(link, { state: 'running' });
    const turn = new Turn(this.#session, request, context, signal, { link, prompter: () => open.connection });
    try {
      const stopReason = (await definition.prompt(turn)) ?? 'end_turn';
      if (signal.aborted) return endedWith({ ...turn.answer, stopReason: 'cancelled' });
      return endedWith(checkAnswer(check, 'session/prompt', { ...turn.answer, stopReason }));
    } catch (error) {
      // Aborting makes models and tools throw; after a cancel that is not a failure (A34).
      if (signal.aborted) return endedWith({ stopReason: 'cancelled' });
      return { error, logged: { error: 'The turn failed.' } };
    } finally {
      await turn.end();
      this.#doing = 'idle';
      this.#session.flush();
    }
  }

  /** Resolves when the prompt of the turn that begins is in the history as a message; undefined if none begins. */
  get beginning(): Promise<void> | undefined {
    return this.#beginning?.promise;
  }

  /** Cancels the running turn and those that wait: all, or those of one connection. */
  cancel(link?: SessionLink): void {
    const meant = [...this.#turns].filter(({ hasBegun, connection }) => {
      return link === undefined || hasBegun || connection === undefined || connection === link.connection;
    });
    const isNews = meant.some(({ controller }) => !controller.signal.aborted);
    if (isNews) this.#session.record({ type: 'cancel_sent' });
    for (const open of meant) open.isCancelled = true;
    this.#abort(meant, 'The client cancelled the turn.');
  }

  /** Cancels the turns of a connection that have not begun. */
  withdraw({ connection }: SessionLink): void {
    for (const open of this.#turns) {
      if (open.connection !== connection || open.hasBegun) continue;
      open.isCancelled = true;
      open.controller.abort(new DOMException('The client has left the session.', 'AbortError'));
      open.withdrawn.abort();
    }
  }

  /** Aborts the signals of all turns. */
  abort(why: string): void {
    this.#abort(this.#turns, why);
  }

  #abort(turns: Iterable<OpenTurn>, why: string): void {
    this.#session.ongoing.cancelForeground();
    for (const { controller } of turns) controller.abort(new DOMException(why, 'AbortError'));
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
