import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { TurnCalls } from '../../permissions/turn-calls.ts';
import type { RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { PromptResponse } from '../../protocol/june/generated/prompt.ts';
import type { KnownCreateElicitationRequest } from '../../protocol/november/generated/elicitation.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import { isBusy } from '../../session/busy.ts';
import { withConfigValue } from '../../session/config-value.ts';
import type { SessionEvent } from '../../session/event.ts';
import { newSessionState, type SessionState } from '../../session/state.ts';
import { createSessionStore, type SessionStore } from '../../session/store.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { type ContentLike, toBlocks } from '../content.ts';
import { report } from '../event-report.ts';
import { isAskedOfOthers, leaveToOthers } from '../joint-question.ts';
import type { KeyedQueue } from '../keyed-queue.ts';
import { promptIdKey } from '../prompt-ids.ts';
import { seeEvent } from '../turn-facts.ts';
import type { AgentCalls, ConfiguredAnswer } from './agent-calls.ts';
import type { KnownCapabilities } from './capabilities.ts';
import { type AskElicitation, cancelledElicitation, type ElicitationAnswer } from './elicitation.ts';
import type { Login } from './login.ts';
import { OpenQuestions } from './open-questions.ts';
import type { ClientOptions } from './options.ts';
import type { ReadPermission } from './permission-request.ts';
import { policyDecision } from './policy-decision.ts';
import { type PromptHandle, promptHandle } from './prompt-handle.ts';
import type { PromptLine } from './prompt-line.ts';
import type { SessionControl } from './session-control.ts';
import { ElicitationDesk, type SessionElicitations } from './session-elicitations.ts';
import { PermissionDesk, type SessionPermissions } from './session-permissions.ts';
import type { SetupAnswer } from './setup-answer.ts';
import type { CallOptions, MetaCallOptions } from './typed-peer.ts';

/** The parts of a session that come from its client. */
interface ClientSessionParts {
  readonly id: string;
  readonly calls: AgentCalls;
  readonly capabilities: KnownCapabilities;
  readonly options: ClientOptions;
  /** Returns the working directory of the session. */
  readonly cwd: () => string;
  readonly forget: () => void;
  readonly login: Login;
  /** The loads of all sessions, by session. */
  readonly loads: KeyedQueue;
  /** Returns an id for a prompt, by which it is known on another connection; undefined if there can be none. */
  readonly mintPromptId: (() => string) | undefined;
  /** Returns whether an error means that the connection was lost, and another one is being opened. */
  readonly isLost: (error: unknown) => boolean;
  /** Gives the session up if it is refused for now on another connection; resolves with false if it is not. */
  readonly endRestoring: (signal: AbortSignal | undefined) => Promise<boolean>;
}

/** Options of a prompt. */
export interface PromptOptions {
  /**
   * Aborting it cancels the turn. The promise still waits for the agent, which answers `cancelled` when it has stopped. If the prompt
   * waits behind another turn, only the prompt is cancelled.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Aborting it cancels the turn without waiting for the agent: the promise rejects with the signal's reason, and the turn ends with an
   * error. Use it for agents that do not stop.
   */
  readonly giveUp?: AbortSignal | undefined;
  readonly _meta?: Meta;
}

let controlIn: (session: ClientSession) => SessionControl;

/** Returns the control of a session. The package does not export it. */
export function controlOf(session: ClientSession): SessionControl {
  return controlIn(session);
}

const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };

/** A session of a client with one agent: its state, and the requests that can be made in it. */
export class ClientSession {
  readonly id: string;
  /** Holds the state and notifies listeners of changes. */
  readonly store: SessionStore;
  readonly #permissions = new PermissionDesk((listener) => this.#reporting(listener));
  readonly #elicitations = new ElicitationDesk((listener) => this.#reporting(listener));
  readonly #parts: ClientSessionParts;
  readonly #control: SessionControl = this.#controls();
  readonly #questions = new OpenQuestions();
  /** What a policy may take as a reason to allow. */
  readonly #turnCalls = new TurnCalls();
  readonly #prompts: PromptLine;
  #setup: SetupAnswer = {};
  /** Whether the connection was lost, and the session is not open again. */
  #isAway = false;
  /** Whether the history that the agent is about to replay takes the place of what is known. */
  #isReplayDue = false;
  /** Whether the history is being replayed again: listeners are called when it is complete, with one change. */
  #isReplaying = false;
  #untold: (() => void) | undefined;
  /** Why it is no longer one of the client's. */
  #over: Error | undefined;

  static {
    controlIn = (session) => session.#control;
  }

  /** @internal */
  constructor(parts: ClientSessionParts) {
    this.id = parts.id;
    this.#parts = parts;
    const { schedule, sessionLimits } = parts.options;
    const tell = (notify: () => void): void => {
      if (this.#isReplaying) this.#untold = notify;
      else notify();
    };
    const later = schedule && ((notify: () => void) => schedule(() => this.#reporting(() => tell(notify))));
    this.store = createSessionStore({ state: newSessionState(sessionLimits), schedule: later ?? tell });
    this.#prompts = parts.calls.promptLine({
      sessionId: parts.id,
      state: () => this.state,
      apply: (event) => this.#apply(event),
      applyOwn: (event) => this.#reporting(() => this.store.apply(event)),
      onMalformed: ({ method, issues, result }) =>
        report(parts.options, { type: 'malformed-result', method, issues, result }),
      cancelQuestions: (isMeant) => this.#questions.cancel(isMeant),
      isLost: parts.isLost,
    });
  }

  #controls(): SessionControl {
    return {
      apply: (event) => {
        if (event.type === 'load_failed') this.#isReplayDue = false;
        this.#beginReplay();
        this.#apply(event);
        if (event.type === 'load_ended' || event.type === 'load_failed') this.#endReplay();
      },
      setUp: (answer) => {
        this.#beginReplay();
        this.#setUp(answer);
      },
      expectReplay: () => {
        this.#isReplayDue = true;
      },
      answerPermission: (asked, context) => this.#answerPermission(asked, context),
      answerElicitation: (request, context, ask) => this.#answerElicitation(request, context, ask),
      onClosed: () => this.#prompts.onClosed(),
      forget: () => this.#parts.forget(),
      configure: (configId, value, options) => this.#configure(configId, value, options),
      onDisconnected: (error) => {
        this.#isAway = false;
        this.#over = error;
        this.#prompts.onDisconnected(error);
      },
      onRestored: (find) => {
        this.#prompts.onRestored(find);
        this.#isAway = false;
      },
      promptIds: () => this.#prompts.promptIds,
      onLost: () => {
        this.#isAway = true;
        this.#questions.cancel();
        this.#prompts.onLost();
      },
    };
  }

  /** The current state of the session. */
  get state(): SessionState {
    return this.store.state;
  }

  /** The permission requests of the agent that wait for an answer, and how to answer them. */
  get permissions(): SessionPermissions {
    return this.#permissions;
  }

  /** The requests of the agent for information from the user that wait for an answer, and how to answer them. */
  get elicitations(): SessionElicitations {
    return this.#elicitations;
  }

  /** Whether a turn is running or waiting. Listeners are notified when it changes. */
  get isBusy(): boolean {
    // While the session is opened again, its state does not show the prompts that are open.
    return isBusy(this.state) || (this.#isAway && this.#prompts.promptIds.length > 0);
  }

  /** The agent's answer to the latest `session/new`, `session/load` or `session/resume`. */
  get setup(): SetupAnswer {
    return this.#setup;
  }

  /** Calls the listener after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    return this.store.subscribe(listener);
  }

  #apply(event: SessionEvent): void {
    const { options } = this.#parts;
    if (options.permissionPolicy !== undefined) seeEvent(this.#turnCalls, event, this.state);
    this.#reporting(() => this.store.apply(event));
    this.#prompts.onApplied(event);
    if (event.type === 'update') this.#reporting(() => options.onUpdate?.(event.update, this));
  }

  /** What was missed meanwhile cannot be told from what is known. What is refused does not come here, so that it leaves what is shown. */
  #beginReplay(): void {
    if (!this.#isReplayDue) return;
    this.#isReplayDue = false;
    this.#isReplaying = true;
    this.#apply({ type: 'load_started' });
  }

  #endReplay(): void {
    this.#isReplaying = false;
    const notify = this.#untold;
    this.#untold = undefined;
    if (notify !== undefined) this.#reporting(notify);
  }

  #setUp(answer: object): void {
    this.#setup = answer as SetupAnswer;
    const { configOptions, availableCommands } = this.#setup;
    if (configOptions !== undefined && configOptions !== null) this.#apply({ type: 'configured', configOptions });
    const { dialect } = this.#parts.calls;
    if (dialect !== 'november' || !Array.isArray(availableCommands)) return;
    // June agents tell their commands by an update only.
    this.#apply({ type: 'update', update: { sessionUpdate: 'available_commands_update', availableCommands } });
  }

  #reporting(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      report(this.#parts.options, { type: 'listener-failed', sessionId: this.id, error });
    }
  }

  /**
   * Sends a prompt. The returned promise resolves when the work on it has ended; its `inserted` resolves when the agent has taken it.
   * A prompt that is sent while another runs steers the work or waits, as the agent decides. If the session is being loaded, the
   * prompt waits for the load.
   */
  prompt(content: ContentLike, options: PromptOptions = {}): PromptHandle {
    return promptHandle((onInserted) => this.#prompt(content, options, onInserted));
  }

  async #prompt(
    content: ContentLike,
    { signal, giveUp, _meta }: PromptOptions,
    onInserted: (messageId: string | undefined) => void,
  ): Promise<PromptResponse> {
    const prompt = toBlocks(content);
    this.#parts.capabilities.checkPrompt(prompt);
    const stops = [signal, giveUp].filter((stop) => stop !== undefined);
    for (const stop of stops) stop.throwIfAborted();
    const { loads, mintPromptId } = this.#parts;
    const promptId = mintPromptId?.();
    const meta = promptId === undefined ? _meta : { ..._meta, [promptIdKey]: promptId };
    const params = present({ sessionId: this.id, prompt, _meta: meta });
    for (let load = loads.pending(this.id); load !== undefined; load = loads.pending(this.id))
      await unlessAborted(load, stops);
    // The client may have the session again in another object, which would be told the turn.
    if (this.#over !== undefined) throw this.#over;
    const call = { params, stops, giveUp, onInserted, promptId };
    return this.#parts.login.around(() => this.#prompts.send(call), ...stops);
  }

  /** Cancels the running work and the prompts that wait. Its pending permission requests are answered `cancelled`. */
  cancel(): void {
    this.#prompts.cancel();
  }

  /**
   * Cancels one tool call, and leaves the other work running. Resolves with true when the agent has accepted it, and with false if it
   * cannot be cancelled any more; the tool call tells how it ended. Rejects if the agent does not offer it for this tool call.
   */
  async cancelToolCall(toolCallId: string, options: CallOptions = {}): Promise<boolean> {
    const { calls, login } = this.#parts;
    return login.around(
      () => calls.cancelToolCall(this.state, { sessionId: this.id, toolCallId }, options),
      options.signal,
    );
  }

  /** Ends the command of a terminal, as `cancelToolCall` ends a tool call. */
  async cancelTerminal(terminalId: string, options: CallOptions = {}): Promise<boolean> {
    const { calls, login } = this.#parts;
    return login.around(
      () => calls.cancelTerminal(this.state, { sessionId: this.id, terminalId }, options),
      options.signal,
    );
  }

  /**
   * Sets a configuration option and returns all options with their new values. If the agent's answer is malformed, the options are
   * worked out from what is known. Options of type `boolean` take a boolean; agents without booleans get the value that stands for it.
   */
  async setConfigOption(
    configId: string,
    value: string | boolean,
    options: MetaCallOptions = {},
  ): Promise<readonly SessionConfigOption[]> {
    const { configOptions } = await this.#configure(configId, value, options);
    return configOptions;
  }

  #configure(configId: string, value: string | boolean, { signal, _meta }: MetaCallOptions): Promise<ConfiguredAnswer> {
    const { calls, login, options } = this.#parts;
    const configured = (answer: ConfiguredAnswer): ConfiguredAnswer => {
      this.#apply({ type: 'configured', configOptions: answer.configOptions });
      return answer;
    };
    const set = (): Promise<ConfiguredAnswer> => {
      const known = this.state.configOptions;
      const params = present({ sessionId: this.id, configId, value, _meta });
      return calls.setConfigOption(params, known, {
        signal,
        onResult: configured,
        onMalformed({ method, issues, result }) {
          report(options, { type: 'malformed-result', method, issues, result });
          // An update that arrived meanwhile has the current options.
          const configOptions = current() === known ? withConfigValue(known, configId, value) : current();
          return configured({ configOptions });
        },
      });
    };
    const current = (): readonly SessionConfigOption[] => this.state.configOptions;
    return login.around(set, signal);
  }

  /** Closes the session; its state stays readable. */
  async close(options: CallOptions = {}): Promise<void> {
    const { capabilities, calls, login, forget, endRestoring } = this.#parts;
    capabilities.require('close', 'Cannot close a session');
    // The agent does not have it open on this connection.
    if (this.#isAway && (await endRestoring(options.signal))) return;
    await login.around(() => calls.closeSession({ sessionId: this.id }, options), options.signal);
    this.#prompts.onClosed();
    forget();
  }

  async #answerPermission(
    { request, event, subject }: ReadPermission,
    context: RequestContext,
  ): Promise<RequestPermissionResponse> {
    const { id: requestId } = context;
    this.#apply({ ...event, requestId });
    const { options, cwd } = this.#parts;
    const { requestPermission } = options;
    let response = cancelled;
    try {
      if (this.#prompts.isCancelled(subject)) return response;
      const { toolCallId } = request.toolCall;
      const call = this.store.toolCall(toolCallId);
      const known = this.#turnCalls.of(toolCallId);
      const decision = policyDecision(options, { request, call, known, cwd: cwd(), requestId, sessionId: this.id });
      if (decision !== undefined) response = { outcome: decision };
      const isAsked = requestPermission !== undefined || options.permissions === 'wait';
      if (decision === undefined && !isAsked && isAskedOfOthers(request)) throw leaveToOthers();
      if (decision !== undefined || !isAsked) return response;
      response = await this.#questions.ask(context, subject, cancelled, async (signal) => {
        const ask = requestPermission && (() => requestPermission(request, { session: this, requestId, signal }));
        const asked = { ...request, requestId, call, since: Date.now(), hasHandler: ask !== undefined };
        return this.#permissions.decide(asked, ask, signal);
      });
      return response;
    } finally {
      this.#apply({ type: 'permission_answered', requestId, outcome: response.outcome });
    }
  }

  async #answerElicitation(
    request: KnownCreateElicitationRequest,
    context: RequestContext,
    ask: AskElicitation,
  ): Promise<ElicitationAnswer> {
    const { id: requestId } = context;
    const subject = { toolCallId: 'toolCallId' in request ? (request.toolCallId as string | null) : undefined };
    let response = cancelledElicitation;
    this.#apply({ type: 'elicitation_opened', requestId, request });
    try {
      if (!this.#prompts.isCancelled(subject))
        response = await this.#questions.ask(context, subject, cancelledElicitation, (signal) =>
          this.#elicitations.decide({ requestId, request }, () => ask(signal), signal),
        );
      return response;
    } finally {
      this.#apply({ type: 'elicitation_answered', requestId, response });
    }
  }
}
