import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { LogEntry, LogEvent } from '../../log/event.ts';
import { type CallFacts, noFacts } from '../../permissions/call-facts.ts';
import { TurnCalls } from '../../permissions/turn-calls.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { ConfigOptionUpdate, SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { StopReason } from '../../protocol/june/generated/prompt.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { KnownStateUpdate } from '../../protocol/november/generated/state.ts';
import type { Actor } from '../../session/actor.ts';
import type { SessionState } from '../../session/state.ts';
import { isSwitch } from './config-switch.ts';
import type { ConnectedClient } from './connected-client.ts';
import { minter } from './mint-id.ts';
import { novemberUpdate } from './november-update.ts';
import { OngoingWork, type WorkKind } from './ongoing-work.ts';
import { type JoinedClient, type SessionClient, SessionClients } from './session-clients.ts';
import { stored } from './session-errors.ts';
import type { SessionLink, SessionRoots } from './session-link.ts';
import { SessionQuestions } from './session-questions.ts';
import type { RecorderStop, SessionRecorder } from './session-recorder.ts';
import { SessionTurns } from './session-turns.ts';
import { TerminalHandle } from './terminal-handle.ts';
import type { ToolCallHandle } from './tool-call-handle.ts';
import type { WorkHandler } from './unprompted-work.ts';
import { UpdateSender } from './update-sender.ts';

/**
 * A session of an agent. Its turns run one after another; updates can be sent at any time, and reach every client that has the session
 * open.
 */
export class AgentSession extends UpdateSender implements SessionRoots {
  readonly id: string;
  /**
   * What the client can cancel, and what goes on in the background.
   * @internal
   */
  readonly ongoing: OngoingWork;
  /**
   * The turns that run or wait.
   * @internal
   */
  readonly turns = new SessionTurns(this);
  /**
   * The clients that have the session open.
   * @internal
   */
  readonly clients: SessionClients;
  /**
   * The questions to the people behind the session that are open.
   * @internal
   */
  readonly questions: SessionQuestions;
  #roots: SessionRoots;
  #recorder: SessionRecorder | undefined;
  #options: readonly SessionConfigOption[] = [];
  #successor: AgentSession | undefined;
  #isGivenUp = false;

  /** @internal */
  constructor(id: string, roots: SessionRoots, link: SessionLink, before?: AgentSession) {
    const failed = (error: unknown): void => link.report({ type: 'handler-failed', method: 'onCancel', error });
    const ongoing = before?.ongoing ?? new OngoingWork(failed);
    super(minter(link.definition), ongoing);
    this.ongoing = ongoing;
    this.id = id;
    this.#roots = roots;
    this.clients = new SessionClients(id, link);
    this.questions = new SessionQuestions(this.clients);
  }

  /**
   * The client of the session: its name, its capabilities and its protocol version. If several clients have it open, the one that has been
   * there for the longest time.
   */
  get client(): ConnectedClient {
    return this.link.client;
  }

  get cwd(): string {
    return this.#roots.cwd;
  }

  get additionalDirectories(): SessionRoots['additionalDirectories'] {
    return this.#roots.additionalDirectories;
  }

  get mcpServers(): SessionRoots['mcpServers'] {
    return this.#roots.mcpServers;
  }

  /**
   * The connection of the client that has been there for the longest time.
   * @internal
   */
  get link(): SessionLink {
    return this.clients.first.link;
  }

  /** Whether a client has the session open. @internal */
  get isAttended(): boolean {
    return this.clients.present.length > 0;
  }

  /**
   * Returns who a client is, for the log and for the others; undefined while there are none, and the server knows nothing of it. Who has given a
   * prompt an id may be the only one there, on another connection by now.
   * @internal
   */
  actorOf(link: SessionLink, promptId?: string): Actor | undefined {
    const hasOthers = promptId === undefined ? this.clients.hasOthers(link) : this.clients.present.length > 1;
    return link.actor.principal !== undefined || hasOthers ? link.actor : undefined;
  }

  /**
   * Whether another client can join: somebody has the session open, or its turns run on into the log.
   * @internal
   */
  get isJoinable(): boolean {
    return this.#recorder?.isStopped === false && !this.#isGivenUp && (this.isAttended || this.isBusy);
  }

  /**
   * Adds a client. It gets the history before anything that happens from now on. `roots` take the place of those that the session has.
   * @internal
   */
  join(link: SessionLink, roots: SessionRoots | undefined): JoinedClient {
    const before = this.#roots;
    const joined = this.clients.join(link);
    if (roots !== undefined) this.#roots = roots;
    const undo = (): void => {
      joined.undo();
      this.#roots = before;
    };
    return { ...joined, undo };
  }

  /**
   * Tells a client that has joined what runs, before anything else follows the history.
   * @internal
   */
  async tellRunning({ output }: SessionClient): Promise<void> {
    const { doing } = this.turns;
    if (doing !== 'idle') await output.show(this.#stateUpdate({ state: doing } as KnownStateUpdate));
  }

  /** The state of the session, folded from everything that happened in it; undefined unless the agent has a session log. */
  get history(): SessionState | undefined {
    return this.#recorder?.state;
  }

  /**
   * Returns what was said of a tool call in the turn that runs, for a policy.
   * @internal
   */
  saidInTurn(toolCallId: string): CallFacts {
    return this.#recorder?.turnCalls?.of(toolCallId) ?? noFacts;
  }

  /**
   * The position of the last entry in the log; undefined if there is none.
   * @internal
   */
  get position(): number | undefined {
    return this.#recorder?.position;
  }

  /**
   * Yields the stored entries from a position on.
   * @internal
   */
  async *entriesFrom(position: number): AsyncGenerator<readonly LogEntry[]> {
    if (this.#recorder !== undefined) yield* this.#recorder.entriesFrom(position);
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
   * Returns options as the client of a connection can show them.
   * @internal
   */
  shownOptions(options: readonly SessionConfigOption[], link: SessionLink): readonly SessionConfigOption[] {
    return (this.clients.of(link) ?? this.clients.first).output.options(options);
  }

  /** Sends an update and records it. */
  override update(update: SessionUpdate): Promise<void> {
    // What goes on in the background belongs to the session that was opened in place of this one.
    if (this.#successor !== undefined) return this.#successor.update(update);
    if (this.#isGivenUp) return this.#refuseLate(update);
    if (this.#recorder?.isErasing === true) this.clients.erase(update);
    // Sending checks the update first, so that nothing malformed is recorded.
    const sent = this.clients.send(update);
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
    return this.tellState({ state: this.turns.doing } as KnownStateUpdate);
  }

  /**
   * Reports what the agent is doing. That of a turn follows from its prompt and its answer.
   * @internal
   */
  tellState(state: KnownStateUpdate): Promise<void> {
    const update = this.#stateUpdate(state);
    return this.#isGivenUp ? this.#refuseLate(update) : this.clients.send(update);
  }

  /**
   * Tells clients what the agent is doing, but for the one whose prompt it works on: that one knows by the answer.
   * @internal
   */
  tellOthers(link: SessionLink, state: KnownStateUpdate): void {
    if (!this.#isGivenUp) this.clients.sendToOthers(link, this.#stateUpdate(state));
  }

  #stateUpdate(state: KnownStateUpdate): SessionUpdate {
    const { reportsBackground, background } = this.ongoing;
    const told = reportsBackground ? { ...state, background } : state;
    return novemberUpdate({ sessionUpdate: 'state_update', ...told });
  }

  /**
   * Runs work that no prompt asked for, such as the reaction to a file that changed. It waits for turns before it, and prompts wait for
   * it. Resolves with the stop reason, and rejects if the handler fails. The client can cancel it like a turn.
   */
  work(handler: WorkHandler): Promise<StopReason> {
    return this.turns.work(handler);
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
    this.turns.abort('The session was closed.');
    this.ongoing.cancelAll();
  }

  /**
   * Sends what was kept back because more of it was to be expected.
   * @internal
   */
  flush(): void {
    this.clients.flush();
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

  #refuseLate(update: SessionUpdate): Promise<void> {
    this.link.report({ type: 'late-report', method: 'session/update', params: { sessionId: this.id, update } });
    return Promise.resolve();
  }

  /**
   * Records everything from now on. If another connection takes the session over, its turns here are cancelled.
   * @internal
   */
  recordWith(recorder: SessionRecorder): SessionRecorder {
    this.#recorder = recorder;
    if (this.link.definition.permissionPolicy !== undefined) recorder.turnCalls ??= new TurnCalls();
    this.#options = recorder.state.configOptions;
    recorder.onStopped(() => {
      if (recorder.isSuperseded) this.clients.news.ended('moved');
      this.turns.abort(recorder.isSuperseded ? 'The session was opened elsewhere.' : 'The store cannot be reached.');
    });
    return recorder;
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
   * Whether the agent has a session log.
   * @internal
   */
  get isDurable(): boolean {
    return this.#recorder !== undefined;
  }

  /**
   * Why nothing more is recorded; undefined while something is.
   * @internal
   */
  get stopped(): RecorderStop | undefined {
    return this.#recorder?.stopped;
  }

  /**
   * Compacts the log.
   * @internal
   */
  fold(): void {
    this.#recorder?.fold();
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
    return this.turns.isBusy;
  }

  /** Cancels the running turn and those that wait. */
  cancel(): void {
    this.turns.cancel();
  }
}
