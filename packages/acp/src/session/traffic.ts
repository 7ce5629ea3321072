import { RequestPermissionResponse } from '../protocol/base/generated/permission.ts';
import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { SessionConfigOption } from '../protocol/june/generated/config-option.ts';
import type { PromptRequest } from '../protocol/june/generated/prompt.ts';
import {
  type CreateElicitationRequest,
  CreateElicitationResponse,
} from '../protocol/november/generated/elicitation.ts';
import { type OpenRequest, OpenRequests } from '../protocol/open-requests.ts';
import { isObject, type JsonObject } from '../protocol/reading/guard.ts';
import type { Decoded } from '../protocol/reading/issue.ts';
import { type MethodDefinition, senderOf } from '../protocol/reading/method.ts';
import type { Side } from '../protocol/side.ts';
import type { Position, SessionEvent } from './event.ts';
import { type OpenedElicitation, OpenedElicitations } from './opened-elicitations.ts';
import { readUpdate } from './read-update.ts';
import { type AnsweredPrompt, type SessionMethod, sessionMethods } from './session-reader.ts';
import { readerFor, type SessionDialect } from './session-readers.ts';

/** Gets what {@link Traffic} reads. */
export interface TrafficReceiver {
  event(sessionId: string, event: SessionEvent): void;
  /** Called for a message that should belong to a session and names none. */
  problem(text: string, at: Position): void;
}

const isListed: ReadonlySet<string> = new Set(sessionMethods);

function isSessionMethod(method: string): method is SessionMethod {
  return isListed.has(method);
}

interface AskedInSession extends OpenRequest {
  /** Absent for a method that does not matter to a session; its request is remembered so that its answer is not taken for another. */
  readonly method?: SessionMethod;
  readonly sessionId?: string | undefined;
  /** Whether the answer ends a replay. */
  readonly isReplaying?: boolean;
}

/** How many requests with the same id a file may have open; the oldest are forgotten. */
const limits = { perId: 100 };

/**
 * Reads the JSON-RPC messages between a client and an agent, in both directions, and turns them into events of their sessions.
 *
 * If the sender of a message is not known, as in a file of bare messages, it follows from the method of a request, and for
 * an answer from the request that it answers.
 */
export class Traffic {
  readonly #receiver: TrafficReceiver;
  #open = new OpenRequests<AskedInSession>(limits);
  #elicitations = new OpenedElicitations();
  /** The dialect of the messages. Default: `june`. */
  dialect: SessionDialect = 'june';

  constructor(receiver: TrafficReceiver) {
    this.#receiver = receiver;
  }

  /** Returns a copy for another receiver; both read on independently. */
  copy(receiver: TrafficReceiver): Traffic {
    const copy = new Traffic(receiver);
    copy.#open = this.#open.copy();
    copy.#elicitations = this.#elicitations.copy();
    copy.dialect = this.dialect;
    return copy;
  }

  /** How many requests wait for an answer. */
  get openRequests(): number {
    return this.#open.size;
  }

  /** Reads one message, or a batch of them. */
  read(message: unknown, sender?: Side, at?: number): void {
    if (Array.isArray(message) && this.dialect === 'november') {
      this.#receiver.problem('expected one message, since November has no batches', at);
    } else if (Array.isArray(message)) {
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

  #update(params: unknown, at: Position): void {
    if (!isObject(params) || typeof params.sessionId !== 'string') {
      this.#receiver.problem('expected a session/update to name its session', at);
    } else {
      this.#receiver.event(params.sessionId, readUpdate(params.update, at, 'lenient', this.dialect));
    }
  }

  #call(message: JsonObject, method: string, sender: Side | undefined, at: Position): void {
    const params = isObject(message.params) ? message.params : {};
    if (method === '$/cancel_request') this.#cancelRequest(params.requestId as RequestId, at);
    const id = message.id as RequestId | undefined;
    const definition = isSessionMethod(method) ? readerFor(this.dialect).methods[method] : undefined;
    if (!isSessionMethod(method) || definition === undefined) {
      this.#remember(id, { asker: sender });
      return;
    }
    if (method === 'elicitation/complete') {
      this.#elicitations.completed(params.elicitationId, (open) => this.#elicitationOver(open, at));
      return;
    }
    const sessionId = typeof params.sessionId === 'string' ? params.sessionId : this.#sessionOf(method, params);
    if (sessionId === undefined && method !== 'session/new' && method !== 'elicitation/create') {
      this.#receiver.problem(`expected ${method} to name its session`, at);
      return;
    }
    // A turn that ended too early would lose what follows.
    const isLong = method === 'session/prompt';
    const isReplaying = method === 'session/resume' && readerFor(this.dialect).isReplaying(params);
    this.#remember(id, { asker: senderOf(definition), definition, isLong, method, sessionId, isReplaying });
    if (sessionId !== undefined) this.#called(method, definition, sessionId, id, params, at);
  }

  /** Returns the session of an elicitation that names a request instead: that of the request. */
  #sessionOf(method: SessionMethod, { requestId }: JsonObject): string | undefined {
    if (method !== 'elicitation/create') return undefined;
    return this.#open.openWith(requestId as RequestId).find(({ sessionId }) => sessionId !== undefined)?.sessionId;
  }

  #elicitationOver({ sessionId, requestId }: OpenedElicitation, at: Position): void {
    this.#receiver.event(sessionId, { type: 'elicitation_answered', requestId, at });
  }

  /** A side that uses an id again has given up its earlier request. */
  #remember(id: RequestId | undefined, request: AskedInSession): void {
    if (id === undefined) return;
    const earlier = this.#open.add(id, request);
    if (earlier !== undefined) this.#open.remove(id, earlier);
  }

  #called(
    method: SessionMethod,
    definition: MethodDefinition,
    sessionId: string,
    requestId: RequestId | undefined,
    params: JsonObject,
    at: Position,
  ): void {
    const decode = <T>() => definition.params.decode(params, 'lenient') as Decoded<T>;
    switch (method) {
      case 'session/prompt':
        this.#read(sessionId, decode<PromptRequest>(), at, ({ prompt }) => {
          const sent = { type: 'prompt_sent', prompt, requestId, at } as const;
          this.#receiver.event(sessionId, this.dialect === 'june' ? sent : { ...sent, dialect: this.dialect });
        });
        break;
      case 'session/cancel':
        this.#receiver.event(sessionId, { type: 'cancel_sent', at });
        break;
      case 'session/load':
        this.#receiver.event(sessionId, { type: 'load_started', at });
        break;
      case 'session/resume':
        if (!readerFor(this.dialect).isReplaying(params)) break;
        this.#receiver.event(sessionId, { type: 'load_started', history: 'patched', at });
        break;
      case 'session/request_permission': {
        const event = readerFor(this.dialect).permissionAsked(requestId as RequestId, params, at);
        if (requestId !== undefined || event.type === 'malformed') this.#receiver.event(sessionId, event);
        break;
      }
      case 'elicitation/create':
        this.#read(sessionId, decode<CreateElicitationRequest>(), at, (request) => {
          if (requestId === undefined) return;
          this.#elicitations.opened(params.elicitationId, { sessionId, requestId });
          this.#receiver.event(sessionId, { type: 'elicitation_opened', requestId, request, at });
        });
    }
  }

  #read<T>(sessionId: string, decoded: Decoded<T>, at: Position, use: (value: T) => void): void {
    if (decoded.ok) use(decoded.value);
    else this.#receiver.event(sessionId, { type: 'malformed', issues: decoded.issues, at });
  }

  #cancelRequest(requestId: RequestId, at: Position): void {
    const asked = this.#open
      .openWith(requestId)
      .find(({ method }) => method === 'session/request_permission' || method === 'elicitation/create');
    if (asked?.sessionId === undefined) return;
    const { sessionId, method } = asked;
    if (this.dialect === 'june') {
      this.#open.remove(requestId, asked);
      this.#receiver.event(sessionId, { type: 'permission_answered', requestId, at });
    } else if (method === 'elicitation/create') {
      this.#elicitationOver({ sessionId, requestId }, at);
    } else {
      // In November the client still answers it, so it stays open here.
      this.#receiver.event(sessionId, { type: 'permission_withdrawn', requestId, at });
    }
  }

  #answer(message: JsonObject, sender: Side | undefined, at: Position): void {
    const id = message.id as RequestId;
    const request = this.#open.takeAnswered({ id, result: message.result }, sender);
    if (request?.method === undefined) return;
    const result = isObject(message.result) ? message.result : undefined;
    const sessionId = request.sessionId ?? result?.sessionId;
    if (typeof sessionId === 'string') this.#answered(request, sessionId, id, message, result, at);
  }

  #answered(
    { method, isReplaying }: AskedInSession,
    sessionId: string,
    requestId: RequestId,
    message: JsonObject,
    result: JsonObject | undefined,
    at: Position,
  ): void {
    const hasFailed = result === undefined;
    switch (method) {
      case 'session/request_permission': {
        const outcome = RequestPermissionResponse.is(result) ? result.outcome : undefined;
        this.#receiver.event(sessionId, { type: 'permission_answered', requestId, outcome, at });
        return;
      }
      case 'elicitation/create': {
        const response = CreateElicitationResponse.is(result) ? result : undefined;
        this.#receiver.event(sessionId, { type: 'elicitation_answered', requestId, response, at });
        return;
      }
      case 'session/prompt': {
        const answer = { requestId, result, error: errorOf(message.error), at };
        this.#receiver.event(sessionId, readerFor(this.dialect).promptAnswered(answer));
        return;
      }
      case 'session/load':
        this.#receiver.event(sessionId, { type: hasFailed ? 'load_failed' : 'load_ended', at });
        break;
      case 'session/resume':
        if (isReplaying === true)
          this.#receiver.event(sessionId, { type: hasFailed ? 'load_failed' : 'load_ended', at });
    }
    if (hasFailed || method === undefined) return;
    const configOptions = this.#configOf(result.configOptions, method);
    if (configOptions !== undefined) this.#receiver.event(sessionId, { type: 'configured', configOptions, at });
    const { availableCommands } = result;
    if (this.dialect === 'june' || !Array.isArray(availableCommands)) return;
    // November lists the commands in the answer, too.
    const update = { sessionUpdate: 'available_commands_update', availableCommands };
    this.#receiver.event(sessionId, readUpdate(update, at, 'lenient', this.dialect));
  }

  /** Returns the options in an answer. The answer to `session/new` makes its session known even without options. */
  #configOf(value: unknown, method: SessionMethod): readonly SessionConfigOption[] | undefined {
    if (Array.isArray(value)) return readerFor(this.dialect).configOptions(value);
    return method === 'session/new' ? [] : undefined;
  }
}

function errorOf(error: unknown): AnsweredPrompt['error'] {
  const { message, code } = isObject(error) ? error : {};
  return {
    message: typeof message === 'string' ? message : 'unknown error',
    code: typeof code === 'number' ? code : undefined,
  };
}
