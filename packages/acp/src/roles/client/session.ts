import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import { RequestPermissionOutcome, type RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { PromptRequest, PromptResponse } from '../../protocol/june/generated/prompt.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { isBusy } from '../../session/busy.ts';
import { withConfigValue } from '../../session/config-value.ts';
import type { SessionEvent } from '../../session/event.ts';
import { unfinishedCalls } from '../../session/reduce/unfinished-calls.ts';
import { newSessionState, type SessionState } from '../../session/state.ts';
import { createSessionStore, type SessionStore } from '../../session/store.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { type ContentLike, toBlocks } from '../content.ts';
import { report } from '../event-report.ts';
import type { KnownCapabilities } from './capabilities.ts';
import type { Loads } from './loads.ts';
import type { Login } from './login.ts';
import type { ClientOptions } from './options.ts';
import type { AskOptions, ClientWire } from './typed-peer.ts';

/** What a session needs of its client. */
export interface ClientSessionParts {
  readonly id: string;
  readonly wire: ClientWire;
  readonly capabilities: KnownCapabilities;
  readonly options: ClientOptions;
  readonly forget: () => void;
  readonly login: Login;
  readonly loads: Loads;
}

/** What an agent answers when it sets a session up: the options, `_meta`, and keys that the protocol does not define. */
export interface SetupAnswer {
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Meta | null;
  readonly [key: string]: unknown;
}

/** What can be told of a prompt besides its content. */
export interface PromptOptions {
  /**
   * Aborting it cancels the turn; the promise still waits for the agent, which answers `cancelled` when it has come to rest. A
   * prompt that waits behind another turn is withdrawn alone.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Aborting it cancels the turn and waits no more: the promise rejects with the signal's reason, and the turn has ended with an
   * error. For agents that do not come to rest.
   */
  readonly giveUp?: AbortSignal | undefined;
  readonly _meta?: Meta;
}

/** A turn that has not ended. */
interface OpenTurn {
  /** Whether its questions are answered `cancelled`. */
  isCancelled: boolean;
  /** Takes the prompt back that began it, without a word about other turns. */
  readonly withdrawal: AbortController;
}

/** What a client does to its sessions, and users of a session do not. */
export interface SessionControl {
  /** Applies an event to the state, and passes updates to `onUpdate`. A listener that throws is reported: its mistake is not the agent's. */
  apply(event: SessionEvent): void;
  /** Takes the agent's answer to the request that set the session up. */
  setUp(answer: object): void;
  /** Answers a permission request of the agent; only what the person chose can be an approval. */
  answerPermission(request: RequestPermissionRequest, context: RequestContext): Promise<RequestPermissionResponse>;
}

let controlIn: (session: ClientSession) => SessionControl;

/** Returns the control of a session; not exported by the package, so that it stays with the client. */
export function controlOf(session: ClientSession): SessionControl {
  return controlIn(session);
}

const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };
const cancelledTurn: PromptResponse = { stopReason: 'cancelled' };

/** A session on the client's side: its state as it grows, and what can be asked of it. */
export class ClientSession {
  readonly id: string;
  /** Holds the state and tells of its changes. */
  readonly store: SessionStore;
  readonly #parts: ClientSessionParts;
  readonly #control: SessionControl = {
    apply: (event) => this.#apply(event),
    setUp: (answer) => this.#setUp(answer),
    answerPermission: (request, context) => this.#answerPermission(request, context),
  };
  /** Questions of the agent that nobody has answered yet. */
  readonly #questions = new Set<AbortController>();
  /** The turns that have not ended, oldest first: an agent runs them one after another. */
  readonly #openTurns = new Set<OpenTurn>();
  #turns = 0;
  #setup: SetupAnswer = {};
  /** Whether the last turn was given up: the agent may not know yet, and whatever it still asks belongs to that. */
  #isGivenUp = false;

  static {
    controlIn = (session) => session.#control;
  }

  constructor(parts: ClientSessionParts) {
    this.id = parts.id;
    this.#parts = parts;
    const { schedule, sessionLimits } = parts.options;
    this.store = createSessionStore({
      state: newSessionState(sessionLimits),
      ...(schedule === undefined ? {} : { schedule: (notify: () => void) => schedule(() => this.#reporting(notify)) }),
    });
  }

  /** Everything that is known of the session now. */
  get state(): SessionState {
    return this.store.state;
  }

  /** Whether a prompt was sent whose turn has not ended, whether it runs or waits behind another; listeners are told when it changes. */
  get isBusy(): boolean {
    return isBusy(this.state);
  }

  /** What the agent answered when it set the session up, by the latest `session/new`, `session/load` or `session/resume`. */
  get setup(): SetupAnswer {
    return this.#setup;
  }

  /** Calls back after each change, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    return this.store.subscribe(listener);
  }

  #apply(event: SessionEvent): void {
    const { options } = this.#parts;
    this.#reporting(() => this.store.apply(event));
    if (event.type === 'update') this.#reporting(() => options.onUpdate?.(event.update, this));
  }

  #setUp(answer: object): void {
    this.#setup = answer as SetupAnswer;
    const { configOptions } = this.#setup;
    if (configOptions !== undefined && configOptions !== null) this.#apply({ type: 'configured', configOptions });
  }

  #reporting(tell: () => void): void {
    try {
      tell();
    } catch (error) {
      report(this.#parts.options, { type: 'listener-failed', sessionId: this.id, error });
    }
  }

  /** Hands the agent what the person said, and waits for the end of the turn. While the session is being loaded, the prompt waits for that. */
  async prompt(content: ContentLike, options: PromptOptions = {}): Promise<PromptResponse> {
    const { signal, giveUp, _meta } = options;
    const prompt = toBlocks(content);
    this.#parts.capabilities.checkPrompt(prompt);
    const stops = [signal, giveUp].filter((stop) => stop !== undefined);
    for (const stop of stops) stop.throwIfAborted();
    const params = { sessionId: this.id, prompt, ...(_meta === undefined ? {} : { _meta }) };
    const { loads } = this.#parts;
    for (let load = loads.of(this.id); load !== undefined; load = loads.of(this.id)) await unlessAborted(load, stops);
    return this.#parts.login.around(() => this.#runTurn(params, stops, giveUp), ...stops);
  }

  async #runTurn(
    params: PromptRequest,
    stops: readonly AbortSignal[],
    giveUp: AbortSignal | undefined,
  ): Promise<PromptResponse> {
    const requestId = ++this.#turns;
    const turn: OpenTurn = { isCancelled: false, withdrawal: new AbortController() };
    const end = (outcome: Pick<PromptResponse, 'stopReason'> | { readonly error: string }): void => {
      if (!this.#openTurns.delete(turn)) return;
      const isCut = turn.isCancelled || 'error' in outcome || outcome.stopReason === 'cancelled';
      if (isCut) this.#failCalls(requestId);
      this.#apply({ type: 'turn_ended', requestId, ...outcome });
      this.#cancelWithdrawn();
    };
    const stop = (): void => this.#stop(turn);
    // Before the request listens to `giveUp` itself, so that a turn is cancelled before it is given up.
    for (const signal of stops) signal.addEventListener('abort', stop, { once: true });
    const answer = this.#parts.wire.request('session/prompt', params, {
      signal: giveUp,
      cancel: turn.withdrawal.signal,
      onResult: (response) => {
        end({ stopReason: response.stopReason });
        return response;
      },
    });
    this.#openTurns.add(turn);
    this.#isGivenUp = false;
    this.#apply({ type: 'prompt_sent', prompt: params.prompt, requestId });
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

  /**
   * Nobody finishes the tool calls of a turn that was cancelled or broken off. They have failed, which is also what agents tell of them when the
   * session is loaded; a mark that only this client remembers would be gone then.
   */
  #failCalls(requestId: number): void {
    for (const toolCallId of unfinishedCalls(this.state, requestId)) {
      const update = { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' } as const;
      // Not by `#apply`: it is no update of the agent, of which `onUpdate` tells.
      this.#reporting(() => this.store.apply({ type: 'update', update }));
    }
  }

  /** Cancels a turn if it runs; if it waits behind another, only its own prompt is taken back. */
  #stop(turn: OpenTurn): void {
    const [running] = this.#openTurns;
    if (turn === running) {
      this.cancel();
    } else {
      turn.isCancelled = true;
      turn.withdrawal.abort();
    }
  }

  /**
   * Not every agent knows how to take a prompt back (B19), so one whose time has come all the same is cancelled; unless others
   * wait behind it, whom that would cancel too.
   */
  #cancelWithdrawn(): void {
    const [running, ...waiting] = this.#openTurns;
    if (running?.withdrawal.signal.aborted === true && waiting.length === 0) this.cancel();
  }

  /** Asks the agent to end the running turn; open permission requests are answered `cancelled` (C20). */
  cancel(): void {
    if (this.#openTurns.size === 0) return;
    for (const turn of this.#openTurns) turn.isCancelled = true;
    for (const question of this.#questions) question.abort();
    void this.#parts.wire.notify('session/cancel', { sessionId: this.id }).catch(() => {});
    this.#apply({ type: 'cancel_sent' });
  }

  /**
   * Sets a configuration option, and gives all options as they are then: as the agent answers, or, if its answer cannot be read, as
   * they are known.
   */
  setConfigOption(
    configId: string,
    value: string,
    { signal }: AskOptions = {},
  ): Promise<readonly SessionConfigOption[]> {
    const { wire, login, options } = this.#parts;
    const configured = (configOptions: readonly SessionConfigOption[]): readonly SessionConfigOption[] => {
      this.#apply({ type: 'configured', configOptions });
      return configOptions;
    };
    const set = (): Promise<readonly SessionConfigOption[]> => {
      const known = this.state.configOptions;
      const params = { sessionId: this.id, configId, value };
      return wire.request('session/set_config_option', params, {
        signal,
        onResult: ({ configOptions }) => configured(configOptions),
        onMalformed({ method, issues, result }) {
          report(options, { type: 'malformed-result', method, issues, result });
          // An update that came meanwhile has the options as they are now.
          return configured(current() === known ? withConfigValue(known, configId, value) : current());
        },
      });
    };
    const current = (): readonly SessionConfigOption[] => this.state.configOptions;
    return login.around(set, signal);
  }

  /** Ends the work of the session; its state stays readable. */
  async close(options: AskOptions = {}): Promise<void> {
    const { capabilities, wire, login, forget } = this.#parts;
    capabilities.require('close', 'cannot close a session');
    await login.around(() => wire.request('session/close', { sessionId: this.id }, options), options.signal);
    forget();
  }

  async #answerPermission(
    request: RequestPermissionRequest,
    context: RequestContext,
  ): Promise<RequestPermissionResponse> {
    const { id: requestId } = context;
    this.#apply({
      type: 'permission_opened',
      requestId,
      toolCall: request.toolCall,
      options: request.options,
      _meta: request._meta,
    });
    // The question belongs to the turn that runs, which is the oldest; only that one's cancel answers it.
    const [running] = this.#openTurns;
    let response = cancelled;
    try {
      if (!(running?.isCancelled ?? this.#isGivenUp)) response = await this.#ask(request, context);
      return response;
    } finally {
      this.#apply({ type: 'permission_answered', requestId, outcome: response.outcome });
    }
  }

  async #ask(request: RequestPermissionRequest, context: RequestContext): Promise<RequestPermissionResponse> {
    const { requestPermission } = this.#parts.options;
    if (requestPermission === undefined) return cancelled;
    const question = new AbortController();
    const withdraw = (): void => question.abort();
    context.signal.addEventListener('abort', withdraw, { once: true });
    this.#questions.add(question);
    try {
      const aborted = new Promise<'aborted'>((resolve) => {
        question.signal.addEventListener('abort', () => resolve('aborted'), { once: true });
      });
      const answer = Promise.resolve(
        requestPermission(request, { session: this, requestId: context.id, signal: question.signal }),
      );
      // Whoever decides may fail once the question is withdrawn; nobody is interested then.
      answer.catch(() => {});
      const decided = await Promise.race([answer, aborted]);
      return decided === 'aborted' || question.signal.aborted ? cancelled : { outcome: outcomeOf(decided, request) };
    } finally {
      this.#questions.delete(question);
      context.signal.removeEventListener('abort', withdraw);
    }
  }
}

/** A cancelled request may be answered with an error that says just that (B19). */
function isRequestCancelled(error: unknown): boolean {
  return error instanceof RpcError && error.code === rpcErrorCodes.requestCancelled;
}

function outcomeOf(
  decided: string | RequestPermissionOutcome,
  request: RequestPermissionRequest,
): RequestPermissionOutcome {
  const outcome: RequestPermissionOutcome =
    typeof decided === 'string' ? { outcome: 'selected', optionId: decided } : decided;
  const isOffered =
    outcome.outcome !== 'selected' || request.options.some((option) => option.optionId === outcome.optionId);
  if (!isOffered) throw new TypeError('a permission request was answered with an option that the agent did not offer');
  if (!RequestPermissionOutcome.is(outcome))
    throw new TypeError('a permission request was answered with no known outcome');
  return outcome;
}
