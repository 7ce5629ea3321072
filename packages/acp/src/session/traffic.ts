import { RequestPermissionResponse } from '../protocol/base/generated/permission.ts';
import type { RequestId } from '../protocol/base/generated/rpc.ts';
import { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import { RequestPermissionRequest } from '../protocol/june/generated/permission.ts';
import { PromptRequest } from '../protocol/june/generated/prompt.ts';
import { isObject, type JsonObject } from '../protocol/reading/guard.ts';
import type { Decoded } from '../protocol/reading/issue.ts';
import type { SessionEvent } from './event.ts';
import { readUpdate } from './read-update.ts';

/** The side that sent a message. */
export type Sender = 'client' | 'agent';

/** What is done with what {@link Traffic} finds. */
export interface TrafficReceiver {
  event(sessionId: string, event: SessionEvent): void;
  /** A message that belongs to no session and should. */
  problem(text: string, at: number | undefined): void;
}

interface OpenRequest {
  /** Who asked; undefined where neither the stream nor the method tells. */
  readonly asker: Sender | undefined;
  readonly method: string;
  readonly sessionId: string | undefined;
}

/**
 * Reads the JSON-RPC messages between a client and an agent, both ways, and makes events of them, each for its session.
 *
 * Where the sender is not known, as in a file of bare messages, a request tells its sender by its method and an answer by what it answers.
 */
export class Traffic {
  readonly #receiver: TrafficReceiver;
  /** Both sides may use the same ids at the same time. */
  readonly #open: Map<RequestId, readonly OpenRequest[]> = new Map();

  constructor(receiver: TrafficReceiver) {
    this.#receiver = receiver;
  }

  /** Reads one message, or a batch of them. */
  read(message: unknown, sender?: Sender, at?: number): void {
    if (Array.isArray(message)) {
      for (const part of message) this.read(part, sender, at);
    } else if (!isObject(message)) {
      this.#receiver.problem('expected a JSON-RPC message', at);
    } else if (message.method === 'session/update') {
      this.#update(message.params, at);
    } else if (typeof message.method === 'string') {
      this.#call(message, message.method, sender, at);
    } else if ('result' in message || 'error' in message) {
      this.#answer(message, sender, at);
    } else {
      this.#receiver.problem('expected a JSON-RPC message', at);
    }
  }

  #update(params: unknown, at: number | undefined): void {
    if (!isObject(params) || typeof params.sessionId !== 'string') {
      this.#receiver.problem('expected a session/update to name its session', at);
    } else {
      this.#receiver.event(params.sessionId, readUpdate(params.update, at));
    }
  }

  #call(message: JsonObject, method: string, told: Sender | undefined, at: number | undefined): void {
    const params = isObject(message.params) ? message.params : {};
    if (method === '$/cancel_request') this.#cancelRequest(params.requestId as RequestId, at);
    const asker = senders.get(method);
    const id = message.id as RequestId | undefined;
    if (asker === undefined) {
      if (id !== undefined) this.#remember(id, { asker: told, method, sessionId: undefined });
      return;
    }
    const sessionId = typeof params.sessionId === 'string' ? params.sessionId : undefined;
    if (sessionId === undefined && method !== 'session/new') {
      this.#receiver.problem(`expected ${method} to name its session`, at);
      return;
    }
    if (id !== undefined) this.#remember(id, { asker, method, sessionId });
    if (sessionId !== undefined) this.#called(method, sessionId, id, params, at);
  }

  #called(
    method: string,
    sessionId: string,
    requestId: RequestId | undefined,
    params: JsonObject,
    at: number | undefined,
  ): void {
    switch (method) {
      case 'session/prompt':
        this.#read(sessionId, PromptRequest.decode(params, 'lenient'), at, ({ prompt }) => {
          this.#receiver.event(sessionId, { type: 'prompt_sent', prompt, requestId, at });
        });
        break;
      case 'session/cancel':
        this.#receiver.event(sessionId, { type: 'cancel_sent', at });
        break;
      case 'session/load':
        this.#receiver.event(sessionId, { type: 'load_started', at });
        break;
      case 'session/request_permission':
        this.#read(sessionId, RequestPermissionRequest.decode(params, 'lenient'), at, ({ toolCall, options }) => {
          if (requestId === undefined) return;
          this.#receiver.event(sessionId, { type: 'permission_opened', requestId, toolCall, options, at });
        });
    }
  }

  #read<T>(sessionId: string, decoded: Decoded<T>, at: number | undefined, use: (value: T) => void): void {
    if (decoded.ok) use(decoded.value);
    else this.#receiver.event(sessionId, { type: 'malformed', issues: decoded.issues, at });
  }

  #cancelRequest(requestId: RequestId, at: number | undefined): void {
    const asked = this.#open.get(requestId)?.find(({ method }) => method === 'session/request_permission');
    if (asked?.sessionId === undefined) return;
    this.#forget(requestId, asked);
    this.#receiver.event(asked.sessionId, { type: 'permission_answered', requestId, at });
  }

  #answer(message: JsonObject, sender: Sender | undefined, at: number | undefined): void {
    const id = message.id as RequestId;
    const open = this.#open.get(id) ?? [];
    const request = answeredBy(message, sender === undefined ? open : open.filter(({ asker }) => asker !== sender));
    if (request === undefined) return;
    this.#forget(id, request);
    if (!senders.has(request.method)) return;
    const result = isObject(message.result) ? message.result : undefined;
    const sessionId = request.sessionId ?? result?.sessionId;
    if (typeof sessionId === 'string') this.#answered(request.method, sessionId, id, message, result, at);
  }

  /** A side that uses an id again has given up the earlier request. */
  #remember(id: RequestId, request: OpenRequest): void {
    const others = (this.#open.get(id) ?? []).filter(({ asker }) => asker === undefined || asker !== request.asker);
    this.#open.set(id, [...others, request]);
  }

  #forget(id: RequestId, request: OpenRequest): void {
    const left = (this.#open.get(id) ?? []).filter((other) => other !== request);
    if (left.length === 0) this.#open.delete(id);
    else this.#open.set(id, left);
  }

  #answered(
    method: string,
    sessionId: string,
    requestId: RequestId,
    message: JsonObject,
    result: JsonObject | undefined,
    at: number | undefined,
  ): void {
    const hasFailed = result === undefined;
    switch (method) {
      case 'session/request_permission': {
        const outcome = RequestPermissionResponse.is(result) ? result.outcome : undefined;
        this.#receiver.event(sessionId, { type: 'permission_answered', requestId, outcome, at });
        return;
      }
      case 'session/prompt': {
        const stopReason = typeof result?.stopReason === 'string' ? result.stopReason : undefined;
        const error = hasFailed ? errorOf(message.error) : undefined;
        this.#receiver.event(sessionId, { type: 'turn_ended', requestId, stopReason, error, at });
        return;
      }
      case 'session/load':
        this.#receiver.event(sessionId, { type: hasFailed ? 'load_failed' : 'load_ended', at });
    }
    const configOptions = configOf(result?.configOptions, method);
    if (!hasFailed && configOptions !== undefined) {
      this.#receiver.event(sessionId, { type: 'configured', configOptions, at });
    }
  }
}

/** Who sends what matters to a session. */
const senders: ReadonlyMap<string, Sender> = new Map([
  ['session/new', 'client'],
  ['session/load', 'client'],
  ['session/resume', 'client'],
  ['session/prompt', 'client'],
  ['session/cancel', 'client'],
  ['session/set_config_option', 'client'],
  ['session/request_permission', 'agent'],
]);

/**
 * Which of the open requests with its id a message answers. Where there are several, only a result that fits a prompt ends the turn:
 * an extension's answer can be anything, and a turn that ends too early loses what follows.
 */
function answeredBy(message: JsonObject, open: readonly OpenRequest[]): OpenRequest | undefined {
  if (open.length <= 1) return open[0];
  return (
    open.find(({ method }) => isAnswerTo(method, message.result)) ??
    open.find(({ method }) => !senders.has(method)) ??
    open.find(({ method }) => method !== 'session/prompt') ??
    open[0]
  );
}

/** Whether a result has what every answer to this method has. */
function isAnswerTo(method: string, result: unknown): boolean {
  if (!isObject(result)) return false;
  switch (method) {
    case 'session/prompt':
      return typeof result.stopReason === 'string';
    case 'session/request_permission':
      return RequestPermissionResponse.is(result);
    case 'session/new':
      return typeof result.sessionId === 'string';
    case 'session/set_config_option':
      return Array.isArray(result.configOptions);
    default:
      return false;
  }
}

/** The options that an answer brings; a new session is known from its answer on, with or without options. */
function configOf(value: unknown, method: string): readonly SessionConfigOption[] | undefined {
  if (Array.isArray(value)) return value.filter(SessionConfigOption.is);
  return method === 'session/new' ? [] : undefined;
}

function errorOf(error: unknown): string {
  return isObject(error) && typeof error.message === 'string' ? error.message : 'unknown error';
}
