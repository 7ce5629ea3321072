import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import { RequestPermissionOutcome, type RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
import type { SessionConfigOption } from '../../protocol/june/generated/config-option.ts';
import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { PromptRequest, PromptResponse } from '../../protocol/june/generated/prompt.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import { isBusy } from '../../session/busy.ts';
import { withConfigValue } from '../../session/config-value.ts';
import type { SessionEvent } from '../../session/event.ts';
import { unfinishedCalls } from '../../session/reduce/unfinished-calls.ts';
import { newSessionState, type SessionState } from '../../session/state.ts';
import { createSessionStore, type SessionStore } from '../../session/store.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { type ContentLike, toBlocks } from '../content.ts';
import { report } from '../event-report.ts';
import type { KeyedQueue } from '../keyed-queue.ts';
import type { KnownCapabilities } from './capabilities.ts';
import type { Login } from './login.ts';
import type { ClientOptions } from './options.ts';
import type { CallOptions, TypedPeer } from './typed-peer.ts';

/** The parts of a session that come from its client. */
interface ClientSessionParts {
  readonly id: string;
  readonly peer: TypedPeer;
  readonly capabilities: KnownCapabilities;
  readonly options: ClientOptions;
  readonly forget: () => void;
  readonly login: Login;
  /** The loads of all sessions, by session. */
  readonly loads: KeyedQueue;
}

/** The agent's answer to `session/new`, `session/load` or `session/resume`, with keys that the protocol does not define. */
export interface SetupAnswer {
  readonly configOptions?: readonly SessionConfigOption[] | null;
  readonly _meta?: Meta | null;
  readonly [key: string]: unknown;
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

/** A turn that has not ended. */
interface OpenTurn {
  /** Whether its permission requests are answered `cancelled`. */
  isCancelled: boolean;
  /** Cancels the prompt request of this turn only. */
  readonly withdrawal: AbortController;
}

/** The part of a session that only its client uses. */
interface SessionControl {
  /** Applies an event to the state, and passes updates to `onUpdate`. A listener that throws is reported. */
  apply(event: SessionEvent): void;
  /** Applies the agent's answer to the request that opened the session. */
  setUp(answer: object): void;
  /** Answers a permission request of the agent. */
  answerPermission(request: RequestPermissionRequest, context: RequestContext): Promise<RequestPermissionResponse>;
}

let controlIn: (session: ClientSession) => SessionControl;

/** Returns the control of a session. The package does not export it. */
export function controlOf(session: ClientSession): SessionControl {
  return controlIn(session);
}

const cancelled: RequestPermissionResponse = { outcome: { outcome: 'cancelled' } };
const cancelledTurn: PromptResponse = { stopReason: 'cancelled' };

/** A session of a client with one agent: its state, and the requests that can be made in it. */
export class ClientSession {
  readonly id: string;
  /** Holds the state and notifies listeners of changes. */
  readonly store: SessionStore;
  readonly #parts: ClientSessionParts;
  readonly #control: SessionControl = {
    apply: (event) => this.#apply(event),
    setUp: (answer) => this.#setUp(answer),
    answerPermission: (request, context) => this.#answerPermission(request, context),
  };
  /** The pending permission requests. */
  readonly #questions = new Set<AbortController>();
  /** The turns that have not ended, oldest first. An agent runs them one after another. */
  readonly #openTurns = new Set<OpenTurn>();
  #turns = 0;
  #setup: SetupAnswer = {};
  /** Whether the last turn was given up: what the agent still asks then belongs to that turn. */
  #isGivenUp = false;

  static {
    controlIn = (session) => session.#control;
  }

  /** @internal */
  constructor(parts: ClientSessionParts) {
    this.id = parts.id;
    this.#parts = parts;
    const { schedule, sessionLimits } = parts.options;
    const reporting = schedule && ((notify: () => void) => schedule(() => this.#reporting(notify)));
    this.store = createSessionStore(present({ state: newSessionState(sessionLimits), schedule: reporting }));
  }

  /** The current state of the session. */
  get state(): SessionState {
    return this.store.state;
  }

  /** Whether a turn is running or waiting. Listeners are notified when it changes. */
  get isBusy(): boolean {
    return isBusy(this.state);
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

  /** Sends a prompt and waits for the end of its turn. If the session is being loaded, the prompt waits for the load. */
  async prompt(content: ContentLike, options: PromptOptions = {}): Promise<PromptResponse> {
    const { signal, giveUp, _meta } = options;
    const prompt = toBlocks(content);
    this.#parts.capabilities.checkPrompt(prompt);
    const stops = [signal, giveUp].filter((stop) => stop !== undefined);
    for (const stop of stops) stop.throwIfAborted();
    const params = present({ sessionId: this.id, prompt, _meta });
    const { loads } = this.#parts;
    for (let load = loads.pending(this.id); load !== undefined; load = loads.pending(this.id))
      await unlessAborted(load, stops);
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
    // Before the request itself listens to `giveUp`, so that the turn is cancelled before it is given up.
    for (const signal of stops) signal.addEventListener('abort', stop, { once: true });
    const answer = this.#parts.peer.request('session/prompt', params, {
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
   * Sets the unfinished tool calls of a turn that was cancelled or failed to `failed`. Agents report the same when the session is
   * loaded again.
   */
  #failCalls(requestId: number): void {
    for (const toolCallId of unfinishedCalls(this.state, requestId)) {
      const update = { sessionUpdate: 'tool_call_update', toolCallId, status: 'failed' } as const;
      // Not by `#apply`, because it is not an update of the agent for `onUpdate`.
      this.#reporting(() => this.store.apply({ type: 'update', update }));
    }
  }

  /** Cancels a running turn. If it waits behind another, only its own prompt is cancelled. */
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
   * Not every agent can cancel a single request. If such an agent starts a cancelled prompt all the same, its turn is cancelled,
   * unless others wait behind it, which that would cancel, too.
   */
  #cancelWithdrawn(): void {
    const [running, ...waiting] = this.#openTurns;
    if (running?.withdrawal.signal.aborted === true && waiting.length === 0) this.cancel();
  }

  /** Cancels the running turn and those that wait. Pending permission requests are answered `cancelled`. */
  cancel(): void {
    if (this.#openTurns.size === 0) return;
    for (const turn of this.#openTurns) turn.isCancelled = true;
    for (const question of this.#questions) question.abort();
    void this.#parts.peer.notify('session/cancel', { sessionId: this.id }).catch(() => {});
    this.#apply({ type: 'cancel_sent' });
  }

  /**
   * Sets a configuration option and returns all options with their new values. If the agent's answer is malformed, the options are
   * worked out from what is known.
   */
  setConfigOption(
    configId: string,
    value: string,
    { signal }: CallOptions = {},
  ): Promise<readonly SessionConfigOption[]> {
    const { peer, login, options } = this.#parts;
    const configured = (configOptions: readonly SessionConfigOption[]): readonly SessionConfigOption[] => {
      this.#apply({ type: 'configured', configOptions });
      return configOptions;
    };
    const set = (): Promise<readonly SessionConfigOption[]> => {
      const known = this.state.configOptions;
      const params = { sessionId: this.id, configId, value };
      return peer.request('session/set_config_option', params, {
        signal,
        onResult: ({ configOptions }) => configured(configOptions),
        onMalformed({ method, issues, result }) {
          report(options, { type: 'malformed-result', method, issues, result });
          // An update that arrived meanwhile has the current options.
          return configured(current() === known ? withConfigValue(known, configId, value) : current());
        },
      });
    };
    const current = (): readonly SessionConfigOption[] => this.state.configOptions;
    return login.around(set, signal);
  }

  /** Closes the session; its state stays readable. */
  async close(options: CallOptions = {}): Promise<void> {
    const { capabilities, peer, login, forget } = this.#parts;
    capabilities.require('close', 'Cannot close a session');
    await login.around(() => peer.request('session/close', { sessionId: this.id }, options), options.signal);
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
    // A permission request belongs to the running turn, which is the oldest; only its cancellation answers it.
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
      const asked = { session: this, requestId: context.id, signal: question.signal };
      const decided = await unlessAborted(Promise.resolve(requestPermission(request, asked)), [question.signal]);
      return question.signal.aborted ? cancelled : { outcome: outcomeOf(decided, request) };
    } catch (error) {
      if (question.signal.aborted) return cancelled;
      throw error;
    } finally {
      this.#questions.delete(question);
      context.signal.removeEventListener('abort', withdraw);
    }
  }
}

/** An agent may answer a cancelled request with the error -32800. */
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
  if (!isOffered) throw new TypeError('requestPermission returned an option that the agent did not offer.');
  if (!RequestPermissionOutcome.is(outcome)) throw new TypeError('requestPermission returned an unknown outcome.');
  return outcome;
}
