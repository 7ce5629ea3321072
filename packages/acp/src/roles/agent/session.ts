import type { LedgerEntry } from '../../bridge/ledger.ts';
import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { LogEvent } from '../../log/event.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { ConfigOptionUpdate, SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { McpServer } from '../../protocol/june/generated/mcp.ts';
import type { PromptRequest, PromptResponse, StopReason } from '../../protocol/june/generated/prompt.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { KnownStateUpdate } from '../../protocol/november/generated/state.ts';
import type { SessionState } from '../../session/state.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import type { AnyVersionOptions } from '../any-version.ts';
import { type CheckValue, checkAnswer } from '../check-outgoing.ts';
import type { RequestClient } from './agent-work.ts';
import { isSwitch } from './config-switch.ts';
import type { ConnectedClient } from './connected-client.ts';
import type { AgentDefinition } from './definition.ts';
import type { AgentEvent } from './event.ts';
import { minter } from './mint-id.ts';
import { novemberUpdate } from './november-update.ts';
import { OngoingWork, type WorkKind } from './ongoing-work.ts';
import { noSession, stored } from './session-errors.ts';
import { SessionOutput } from './session-output.ts';
import type { SessionRecorder } from './session-recorder.ts';
import { TerminalHandle } from './terminal-handle.ts';
import type { ToolCallHandle } from './tool-call-handle.ts';
import { Turn } from './turn.ts';
import { endedWith, type TurnEnd } from './turn-end.ts';
import { runWork, type WorkHandler } from './unprompted-work.ts';
import { UpdateSender } from './update-sender.ts';

/** Where a session works, and which MCP servers it may use. */
export interface SessionRoots {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
}

/** What a session uses of its connection. */
export interface SessionLink {
  readonly definition: AgentDefinition;
  readonly client: ConnectedClient;
  readonly check: CheckValue;
  readonly report: (event: AgentEvent) => void;
  readonly notify: (method: string, params: unknown) => Promise<void>;
  readonly request: RequestClient;
  /** How clients of other dialects are served. */
  readonly options: AnyVersionOptions;
  /** Reports that something could not be sent as it is. */
  readonly note: (entry: LedgerEntry) => void;
}

/** How many prompts may wait behind a running turn; further ones are refused, so that a client cannot pile them up. */
const mostWaiting = 100;

/** A session of an agent with one client. Its turns run one after another; updates can be sent at any time. */
export class AgentSession extends UpdateSender implements SessionRoots {
  readonly id: string;
  /** The client of the session: its name, its capabilities and its protocol version. */
  readonly client: ConnectedClient;
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
  readonly mcpServers: readonly McpServer[];
  /**
   * What the client can cancel, and what goes on in the background.
   * @internal
   */
  readonly ongoing: OngoingWork;
  readonly #link: SessionLink;
  /** The turns that run or wait, oldest first. */
  readonly #turns = new Set<AbortController>();
  readonly #output: SessionOutput;
  #recorder: SessionRecorder | undefined;
  #options: readonly SessionConfigOption[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #successor: AgentSession | undefined;
  /** How much work that nobody prompted runs or waits. */
  #works = 0;
  #couldNotOpen = false;
  /** What the agent does now: a prompt that waits is not work yet. */
  #doing: KnownStateUpdate['state'] = 'idle';
  #isGivenUp = false;

  /** @internal */
  constructor(id: string, roots: SessionRoots, link: SessionLink, before?: AgentSession) {
    const failed = (error: unknown): void => link.report({ type: 'handler-failed', method: 'onCancel', error });
    const ongoing = before?.ongoing ?? new OngoingWork(failed);
    super(minter(link.definition), ongoing);
    this.ongoing = ongoing;
    this.id = id;
    this.client = link.client;
    this.cwd = roots.cwd;
    this.additionalDirectories = roots.additionalDirectories;
    this.mcpServers = roots.mcpServers;
    this.#link = link;
    this.#output = new SessionOutput(id, link);
  }

  /** The state of the session, folded from everything that happened in it; undefined unless the agent has a session log. */
  get history(): SessionState | undefined {
    return this.#recorder?.state;
  }

  /** The configuration options with their current values, as last sent to the client. A durable session restores them when it is loaded. */
  get options(): readonly SessionConfigOption[] {
    return this.#options;
  }

  /** Returns the current value of a configuration option; undefined if there is no such option. */
  optionValue(configId: string): string | undefined {
    const value = this.options.find(({ id }) => id === configId)?.['currentValue'];
    return typeof value === 'string' ? value : undefined;
  }

  /** Returns the current value of a configuration option that is on or off; undefined if there is no such option. */
  isOptionOn(configId: string): boolean | undefined {
    const option: unknown = this.options.find(({ id }) => id === configId);
    return isSwitch(option) ? option.currentValue : undefined;
  }

  /**
   * Returns options as the client of the session can show them.
   * @internal
   */
  shownOptions(options: readonly SessionConfigOption[]): readonly SessionConfigOption[] {
    return this.#output.options(options);
  }

  /** Sends an update and records it. */
  override update(update: SessionUpdate): Promise<void> {
    // What goes on in the background belongs to the session that was opened in place of this one.
    if (this.#successor !== undefined) return this.#successor.update(update);
    if (this.#isGivenUp) return this.#refuseLate(update);
    // Sending checks the update first, so that nothing malformed is recorded.
    const sent = this.replay(update);
    if (update.sessionUpdate === 'config_option_update') this.#options = (update as ConfigOptionUpdate).configOptions;
    if (this.#recorder !== undefined) this.#recorder.recordUpdate(update);
    if (this.ongoing.see(update)) void this.#tellBackground();
    return sent;
  }

  /**
   * Lists a tool call or terminal as background work: it goes on when the turn ends or is cancelled, and its handle sends through the
   * session from now on. It is off the list when its end is reported. Closing the session aborts its signal, and reports its end
   * unless that was done when `closeSession` has returned.
   */
  background<Handle extends TerminalHandle | ToolCallHandle>(handle: Handle): Handle {
    handle.moveTo(this);
    const kind = handle instanceof TerminalHandle ? 'terminal' : 'tool_call';
    if (this.ongoing.moveToBackground(kind, handle)) void this.#tellBackground();
    return handle;
  }

  #tellBackground(): Promise<void> {
    return this.#tellState({ state: this.#doing } as KnownStateUpdate);
  }

  /** Reports what the agent is doing. That of a turn follows from its prompt and its answer. */
  #tellState(state: KnownStateUpdate): Promise<void> {
    const { reportsBackground, background } = this.ongoing;
    const told = reportsBackground ? { ...state, background } : state;
    return this.replay(novemberUpdate({ sessionUpdate: 'state_update', ...told }));
  }

  /**
   * Runs work that no prompt asked for, such as the reaction to a file that changed. It waits for turns before it, and prompts wait for
   * it. Resolves with the stop reason, and rejects if the handler fails. The client can cancel it like a turn.
   */
  work(handler: WorkHandler): Promise<StopReason> {
    const controller = new AbortController();
    this.#turns.add(controller);
    this.#works += 1;
    const run = this.#last.then(() => {
      if (this.#couldNotOpen) throw noSession(this.id);
      const tell = (state: KnownStateUpdate): void => {
        this.#doing = state.state;
        void this.#tellState(state);
      };
      return runWork(this, this.#link, { handler, tell, signal: controller.signal });
    });
    this.#last = run.catch(() => {});
    return run.finally(() => {
      this.#works -= 1;
      this.#turns.delete(controller);
    });
  }

  /**
   * Cancels a single tool call or terminal for the client; throws an `RpcError` if it cannot be cancelled.
   * @internal
   */
  cancelOne(kind: WorkKind, id: string): object {
    if (this.ongoing.cancel(kind, id)) return {};
    const what = kind === 'terminal' ? 'terminal' : 'tool call';
    throw new RpcError(errorCodes.invalidParams, `There is no ${what} ${JSON.stringify(id)} that can be cancelled.`);
  }

  /**
   * Cancels everything that still runs, in the background as well.
   * @internal
   */
  abandon(): void {
    this.#abort('The session was closed.');
    this.ongoing.cancelAll();
  }

  /**
   * Sends what was kept back because more of it was to be expected.
   * @internal
   */
  flush(): void {
    this.#output.flush();
  }

  /**
   * Ends what is left in the background, and sends and records nothing more: the session was closed. Clients of other dialects than
   * November may still get updates then, but none of what was in the background.
   * @internal
   */
  async retire(): Promise<void> {
    this.ongoing.stopBackground({ update: (update) => this.#refuseLate(update) });
    // What cannot be stored is repaired when the session is opened again.
    await this.saved().catch(() => {});
    if (this.client.dialect === 'november') this.#isGivenUp = true;
  }

  /**
   * Sends through another session from now on, which was opened in place of this one.
   * @internal
   */
  succeedBy(successor: AgentSession): void {
    this.#successor = successor;
  }

  /**
   * Sends an update without recording it: the log already has it.
   * @internal
   */
  replay(update: SessionUpdate): Promise<void> {
    return this.#isGivenUp ? this.#refuseLate(update) : this.#output.send(update);
  }

  #refuseLate(update: SessionUpdate): Promise<void> {
    this.#link.report({ type: 'late-report', method: 'session/update', params: { sessionId: this.id, update } });
    return Promise.resolve();
  }

  /**
   * Records everything from now on. If another connection takes the session over, its turns here are cancelled.
   * @internal
   */
  recordWith(recorder: SessionRecorder): SessionRecorder {
    this.#recorder = recorder;
    this.#options = recorder.state.configOptions;
    recorder.onSuperseded(() => this.#abort('The session was opened elsewhere.'));
    return recorder;
  }

  /**
   * Makes prompts wait until the session is open; they are refused if it cannot be opened.
   * @internal
   */
  openAfter(opening: Promise<unknown>): void {
    this.#last = opening.catch(() => {
      this.#couldNotOpen = true;
    });
  }

  /**
   * Gives up a session that could not be opened: what its hook still sends is dropped. `before` goes on with the log it took over.
   * @internal
   */
  giveUp(before: AgentSession | undefined): void {
    const recorder = this.#recorder;
    this.#isGivenUp = true;
    this.#recorder = undefined;
    if (recorder !== undefined) before?.recordWith(recorder);
  }

  /**
   * Records an event that is not an update.
   * @internal
   */
  record(event: LogEvent): void {
    if (event.type === 'configured') this.#options = event.configOptions;
    if (!this.#isGivenUp) this.#recorder?.record(event);
  }

  /**
   * Resolves when everything recorded so far is stored; at once if the agent has no session log.
   * @internal
   */
  async saved(): Promise<void> {
    if (this.#recorder !== undefined) await stored(this.#recorder.durable());
  }

  /**
   * Deletes the record of a session whose id the client never got.
   * @internal
   */
  async forget(): Promise<void> {
    await this.#recorder?.forget();
  }

  /** Whether a turn is running or waiting. */
  get isBusy(): boolean {
    return this.#turns.size > 0;
  }

  /**
   * Runs a turn after those before it have ended. Resolves with its stop reason.
   * @internal
   */
  runTurn(request: PromptRequest, context: RequestContext): Promise<PromptResponse> {
    const isRefused = this.isBusy && (this.#link.definition.whenBusy === 'refuse' || this.#turns.size > mostWaiting);
    if (isRefused) throw new RpcError(errorCodes.invalidRequest, 'A turn is already running in this session.');
    const controller = new AbortController();
    const abort = (): void => controller.abort(context.signal.reason);
    context.signal.addEventListener('abort', abort, { once: true });
    this.#turns.add(controller);
    const { signal } = controller;
    const before = this.#last;
    // Work that nobody prompted may take its time to end, and a client that cancelled a prompt behind it is not to wait for that.
    const free = this.#works > 0 ? unlessAborted(before, [signal]).catch(() => {}) : before;
    const run = free.then(() => this.#run(request, context, signal));
    // The next turn starts once this one's answer has been sent, so that its updates cannot be taken for this turn's.
    this.#last = before.then(() => context.answered);
    return run.finally(() => {
      this.#turns.delete(controller);
      context.signal.removeEventListener('abort', abort);
    });
  }

  async #run(request: PromptRequest, context: RequestContext, signal: AbortSignal): Promise<PromptResponse> {
    // A turn that was cancelled while it waited never starts.
    if (signal.aborted) return { stopReason: 'cancelled' };
    if (this.#couldNotOpen) throw noSession(this.id);
    this.record({ type: 'prompt_sent', prompt: request.prompt, requestId: context.id });
    // Fails here if the session was opened elsewhere, before a model is asked or a tool runs for nothing.
    if (this.#recorder !== undefined) await this.saved();
    const end = signal.aborted ? endedWith('cancelled') : await this.#runHandler(request, context, signal);
    this.record({ type: 'turn_ended', requestId: context.id, ...end.logged });
    try {
      // The answer goes out only when a crash can no longer lose the turn.
      await this.saved();
    } catch (error) {
      // The connection that took the session over has ended this turn in the log; the client asked for a cancel and gets one (A34).
      if (this.#recorder?.isSuperseded === true) return { stopReason: 'cancelled' };
      throw error;
    }
    this.#recorder?.fold();
    if ('error' in end) throw end.error;
    return { stopReason: end.stopReason };
  }

  async #runHandler(request: PromptRequest, context: RequestContext, signal: AbortSignal): Promise<TurnEnd> {
    const { definition, check } = this.#link;
    this.#doing = 'running';
    const turn = new Turn(this, request, context, signal, this.#link);
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
      this.#output.flush();
    }
  }

  /** Cancels the running turn and those that wait. */
  cancel(): void {
    const isNews = [...this.#turns].some(({ signal }) => !signal.aborted);
    if (isNews) this.record({ type: 'cancel_sent' });
    this.#abort('The client cancelled the turn.');
  }

  #abort(why: string): void {
    this.ongoing.cancelForeground();
    for (const controller of this.#turns) controller.abort(new DOMException(why, 'AbortError'));
  }

  /**
   * Cancels all turns and waits until they have ended.
   * @internal
   */
  async stop(): Promise<void> {
    do {
      this.cancel();
      await this.#last;
      // Another prompt may have arrived meanwhile.
    } while (this.isBusy);
  }
}
