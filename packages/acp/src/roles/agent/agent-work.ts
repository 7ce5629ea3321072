import { metaKeys } from '../../bridge/meta-keys.ts';
import type { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { RequestOptions } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { methods } from '../../protocol/june/generated/methods.ts';
import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { ToolCallUpdate } from '../../protocol/june/generated/tool-call.ts';
import type { KnownCreateElicitationRequest } from '../../protocol/november/generated/elicitation.ts';
import { methods as novemberMethods } from '../../protocol/november/generated/methods.ts';
import type { Meta } from '../../protocol/reading/guard.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { Actor } from '../../session/actor.ts';
import { divided } from '../../session/november-parts.ts';
import { formContent } from '../form-content.ts';
import type { ConnectedClient } from './connected-client.ts';
import {
  actionOf,
  type FormAnswer,
  type FormContent,
  type FormQuestion,
  type FormSchema,
  formRequest,
  isElicitationAnswer,
  metaOf,
  offersElicitation,
  type UrlAnswer,
  type UrlQuestion,
  urlRequest,
} from './elicitation.ts';
import { minter } from './mint-id.ts';
import { novemberUpdate } from './november-update.ts';
import type { OutgoingPermissionOption, OutgoingToolCall } from './outgoing-value.ts';
import { noAnswer, type PermissionAnswer, readPermissionAnswer, validPermissionAnswer } from './permission-answer.ts';
import type { AgentSession } from './session.ts';
import type { SessionClient } from './session-clients.ts';
import type { SessionLink } from './session-link.ts';
import { policyAnswer } from './session-policy.ts';
import type { Question, QuestionEnd } from './session-questions.ts';
import type { TerminalHandle } from './terminal-handle.ts';
import { ToolCallHandle } from './tool-call-handle.ts';
import { TurnEndedError } from './turn-ended-error.ts';
import { unattendedActor } from './unattended.ts';
import { UpdateSender } from './update-sender.ts';

const usualOptions: readonly OutgoingPermissionOption[] = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

/** What a permission request says besides its tool call, for clients that show it. */
export interface PermissionText {
  /** The question; the title of the tool call by default. */
  readonly title?: string;
  readonly description?: string;
  /** Further `_meta` of the request. */
  readonly _meta?: Meta;
  /** Withdraws the request when it aborts; the outcome is then `cancelled`. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends the client a request. */
export type RequestClient = (method: string, params: unknown, options: RequestOptions) => Promise<unknown>;

/** How an agent asks clients while it works. */
interface Asking {
  /** Returns how a client is sent a request. */
  readonly request: (link: SessionLink) => RequestClient;
  /** Called when people are asked something, and when that is over. */
  readonly onAsking: (isAsking: boolean) => void;
  /** Returns the connection of the prompt that the agent works on; absent if nobody prompted it. */
  readonly prompter?: () => object | undefined;
}

/** What an agent does for a while: everything that it can report and ask until it has ended. */
export class AgentWork extends UpdateSender {
  readonly session: AgentSession;
  /** Aborts when the client cancels, or when the connection ends (unless `whenClientLeaves` is `'finish'`). */
  readonly signal: AbortSignal;
  readonly #asking: Asking;
  readonly #link: SessionLink;
  /** Aborts at the end: no question outlives the work. */
  readonly #over = new AbortController();
  readonly #asked = new Set<Promise<unknown>>();

  /** @internal */
  constructor(session: AgentSession, asking: Asking, signal: AbortSignal, link: SessionLink) {
    super(minter(link.definition), session.ongoing);
    this.#asking = asking;
    this.#link = link;
    this.session = session;
    this.signal = signal;
  }

  get #hasEnded(): boolean {
    return this.#over.signal.aborted;
  }

  /** The client that the work is for, or another one of the session if that has left: its name, its capabilities and its dialect. */
  get client(): ConnectedClient {
    return this.session.clients.of(this.#link)?.isThere === true ? this.#link.client : this.session.client;
  }

  /** Sends an update and records it. After the end it is not sent; see {@link TurnEndedError}. */
  override update(update: SessionUpdate): Promise<void> {
    if (!this.#hasEnded) {
      const sent = this.session.update(update);
      // While a client that comes back gets the history, the work waits for it.
      return this.session.clients.released?.then(() => sent) ?? sent;
    }
    const refused = this.#refuseLate('session/update', { sessionId: this.session.id, update });
    // The client that cancelled expects no more, and code that awaits this may go on.
    return this.signal.aborted ? Promise.resolve() : refused;
  }

  /** Lets a tool call or terminal go on after the end, in the background; see `session.background`. */
  background<Handle extends TerminalHandle | ToolCallHandle>(handle: Handle): Handle {
    return this.session.background(handle);
  }

  /**
   * Asks the user whether a tool call may run. Only a known option that allows counts as approval. Once the work is cancelled,
   * it resolves at once with the outcome `cancelled`, and so does what is still open when the work ends.
   */
  requestPermission(
    toolCall: ToolCallHandle | OutgoingToolCall,
    options: readonly OutgoingPermissionOption[] = usualOptions,
    about: PermissionText = {},
  ): Promise<PermissionAnswer> {
    const isHandle = toolCall instanceof ToolCallHandle;
    const asked = isHandle ? { toolCallId: toolCall.id } : this.#announced(toolCall);
    const { _meta: further, signal, ...text } = about;
    const isPlain = text.title === undefined && text.description === undefined;
    const _meta = isPlain ? further : { ...further, [metaKeys.permission]: text };
    const params = present({ sessionId: this.session.id, toolCall: asked, options, _meta });
    if (!this.#hasEnded) return this.#tracked(this.#decide(params, signal));
    const refused = this.#refuseLate('session/request_permission', params);
    return this.signal.aborted ? Promise.resolve(noAnswer()) : refused;
  }

  /** Reports what only November has of a tool call, and returns the rest, which every client can be asked about. */
  #announced(toolCall: OutgoingToolCall): ToolCallUpdate {
    const { june, november } = divided({ sessionUpdate: 'tool_call_update' as const, ...toolCall });
    if (november === undefined || this.#hasEnded) return toolCall as ToolCallUpdate;
    void this.update(novemberUpdate(november));
    const { sessionUpdate: _, ...rest } = june ?? { sessionUpdate: undefined, toolCallId: toolCall.toolCallId };
    return rest as ToolCallUpdate;
  }

  async #decide(params: RequestPermissionRequest, signal?: AbortSignal): Promise<PermissionAnswer> {
    if (this.signal.aborted || signal?.aborted) return noAnswer();
    this.#link.check('session/request_permission', methods['session/request_permission'].params, params);
    const requestId = this.#questionId();
    const { toolCall, options, _meta } = params;
    const text = (_meta?.[metaKeys.permission] ?? {}) as PermissionText;
    this.session.record(present({ type: 'permission_opened', requestId, toolCall, options, ...text }));
    const decided = policyAnswer(this.session, this.#link, params, requestId);
    if (decided === undefined) return this.#ask(params, requestId, signal);
    return this.#answered(requestId, toolCall.toolCallId, decided.answer, { stored: decided.by, told: decided.by });
  }

  /** Asks everybody who may answer. */
  async #ask(params: RequestPermissionRequest, requestId: string, signal?: AbortSignal): Promise<PermissionAnswer> {
    const end = await this.#question(requestId, 'session/request_permission', params, {
      canAsk: ({ access }) => access.may('approve'),
      read: (response, from) =>
        from === 'the only one'
          ? readPermissionAnswer(response, params.options)
          : validPermissionAnswer(response, params.options),
      isEmpty: ({ outcome }) => outcome.outcome === 'cancelled',
      signal,
    });
    const { toolCallId } = params.toolCall;
    // The dialog failed, or the client cannot ask or has left: nobody has approved (RO10, RO21).
    if (end.type === 'failed' || end.type === 'unattended') {
      const event = { type: 'permission-failed', sessionId: params.sessionId, toolCallId, error: end.error } as const;
      this.#link.report(end.type === 'failed' ? event : { ...event, isUnattended: true });
    }
    if (end.type === 'unattended')
      return this.#answered(requestId, toolCallId, noAnswer(), { stored: unattendedActor, told: unattendedActor });
    if (end.type !== 'answered') {
      this.session.record({ type: 'permission_answered', requestId, outcome: noAnswer().outcome });
      return noAnswer();
    }
    const { link } = end.by;
    const by = { stored: this.session.actorOf(link), told: link.actor };
    return this.#answered(requestId, toolCallId, end.answer, by);
  }

  /** Stores an answer, with who gave it, before the author's code gets it. */
  async #answered(
    requestId: string,
    toolCallId: string,
    answer: PermissionAnswer,
    by: { readonly stored: Actor | undefined; readonly told: Actor },
  ): Promise<PermissionAnswer> {
    const { outcome } = answer;
    this.session.record(present({ type: 'permission_answered', requestId, outcome, by: by.stored }));
    if (!(await this.#isStored())) return noAnswer();
    this.session.clients.news.answered(requestId, { toolCallId, outcome, by: by.told });
    return this.signal.aborted ? noAnswer() : answer;
  }

  #questionId(): string {
    const { id, isDurable, position = -1, questions } = this.session;
    return questions.nextId(id, isDurable ? position + 1 : undefined);
  }

  /** Waits until everything is stored; returns false if it never will be, since the session is no longer recorded here. */
  async #isStored(): Promise<boolean> {
    try {
      await this.session.saved();
      return true;
    } catch (error) {
      if (this.session.stopped === undefined) throw error;
      return false;
    }
  }

  async #question<Answer>(
    id: string,
    method: string,
    params: Question<Answer>['params'],
    asked: Pick<Question<Answer>, 'canAsk' | 'read' | 'isEmpty'> & { readonly signal: AbortSignal | undefined },
  ): Promise<QuestionEnd<Answer>> {
    const { signal: own, ...how } = asked;
    const signals = [this.signal, this.#over.signal, ...(own === undefined ? [] : [own])];
    const { request, onAsking, prompter } = this.#asking;
    onAsking(true);
    try {
      const { unattended, ask: policy } = this.#link;
      const rules = { unattended, policy, prompter: prompter?.() };
      return await this.session.questions.ask({ id, method, params, signals, request, ...rules, ...how });
    } finally {
      if (!this.#hasEnded) onAsking(false);
    }
  }

  /**
   * Asks the user to fill in a form, or to visit a web page. The action is `accept`, `decline` or `cancel`, or `unsupported` if the client
   * has not offered to ask in this way. A failed or malformed answer counts as `cancel`.
   */
  elicit<const Schema extends FormSchema>(form: FormQuestion<Schema>): Promise<FormAnswer<Schema>>;
  elicit(page: UrlQuestion): Promise<UrlAnswer>;
  async elicit(asked: FormQuestion<FormSchema> | UrlQuestion): Promise<FormAnswer<FormSchema> | UrlAnswer> {
    if ('schema' in asked) return this.#tracked(this.#fillIn(asked));
    return this.#tracked(this.#visit(asked));
  }

  async #fillIn(form: FormQuestion<FormSchema>): Promise<FormAnswer<FormSchema>> {
    const isAnswer = (response: unknown): boolean =>
      isElicitationAnswer(response) &&
      (actionOf(response) !== 'accept' || 'content' in formContent(response, form.schema));
    const response = await this.#elicit('form', formRequest(this.session.id, form), isAnswer, form.signal);
    if (response === undefined) return { action: 'unsupported' };
    const action = actionOf(response.value);
    const further = metaOf(response.value);
    if (action !== 'accept') return { action, ...further };
    const read = formContent(response.value, form.schema);
    if ('content' in read) return { action, content: read.content as FormContent<FormSchema>, ...further };
    this.#failElicitation(new RpcError(-32602, read.problem));
    return { action: 'cancel' };
  }

  async #visit(page: UrlQuestion): Promise<UrlAnswer> {
    const elicitationId = page.id ?? this.mint('elicitation');
    const response = await this.#elicit(
      'url',
      urlRequest(this.session.id, elicitationId, page),
      isElicitationAnswer,
      page.signal,
    );
    if (response === undefined) return { action: 'unsupported' };
    const action = actionOf(response.value);
    const further = metaOf(response.value);
    if (action !== 'accept') return { action, ...further };
    const { link = this.session.link } = response.by ?? {};
    return { action, ...further, complete: () => link.notify('elicitation/complete', { elicitationId }) };
  }

  /** Asks everybody who may answer, and returns the response; `undefined` if no client has offered to ask in this way. */
  async #elicit(
    mode: 'form' | 'url',
    params: KnownCreateElicitationRequest,
    isAnswer: (response: unknown) => boolean,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly value: unknown; readonly by?: SessionClient } | undefined> {
    const method = 'elicitation/create';
    if (this.#hasEnded) {
      const refused = this.#refuseLate(method, params);
      return this.signal.aborted ? { value: undefined } : refused;
    }
    const canAsk = ({ link, access }: SessionClient): boolean =>
      access.may('approve') && offersElicitation(link.client.capabilities, mode);
    const { present: clients, first } = this.session.clients;
    if (!(clients.length === 0 ? [first] : clients).some(canAsk)) {
      this.#link.report({ type: 'unsupported', sessionId: this.session.id, method, params });
      return undefined;
    }
    if (this.signal.aborted || signal?.aborted) return { value: undefined };
    this.#link.check(method, novemberMethods[method].params, params);
    const requestId = this.#questionId();
    this.session.record({ type: 'elicitation_opened', requestId, request: params });
    let by: { readonly stored: Actor | undefined; readonly told: Actor } | undefined;
    let answer: { readonly value: unknown; readonly by?: SessionClient } = { value: undefined };
    try {
      const end = await this.#question<{ readonly value: unknown }>(requestId, method, params, {
        canAsk,
        read: (value, from) => (from === 'the only one' || isAnswer(value) ? { value } : undefined),
        isEmpty: ({ value }) => actionOf(value) === 'cancel',
        signal,
      });
      if (end.type === 'failed') this.#failElicitation(end.error);
      if (end.type === 'unattended') {
        by = { stored: unattendedActor, told: unattendedActor };
        this.#failElicitation(end.error, { isUnattended: true });
      }
      if (end.type === 'answered') {
        by = { stored: this.session.actorOf(end.by.link), told: end.by.link.actor };
        answer = { ...end.answer, by: end.by };
      }
    } finally {
      this.session.record(present({ type: 'elicitation_answered', requestId, by: by?.stored }));
    }
    if (!(await this.#isStored())) return { value: undefined };
    if (by !== undefined) {
      const { toolCallId } = params as { readonly toolCallId?: string };
      // What is no answer to the question is none for the agent.
      const action = isAnswer(answer.value) ? actionOf(answer.value) : 'cancel';
      this.session.clients.news.answered(requestId, { toolCallId, action, by: by.told });
    }
    return this.signal.aborted ? { value: undefined } : answer;
  }

  #failElicitation(error: RpcError | ConnectionError, why: { readonly isUnattended?: true } = {}): void {
    this.#link.report({ type: 'elicitation-failed', sessionId: this.session.id, error, ...why });
  }

  /**
   * Sends the client that the work is for a request that the protocol does not define, or another one that may prompt if that has left. It is
   * withdrawn when `signal` aborts, and when the work ends.
   */
  extension(method: string, params?: unknown, { signal }: { readonly signal?: AbortSignal } = {}): Promise<unknown> {
    if (this.#hasEnded) return this.#refuseLate(method, params);
    const { present: clients } = this.session.clients;
    const able = clients.filter(({ access }) => access.may('prompt'));
    const asked = able.find((client) => client.isOf(this.#link)) ?? able[0];
    const answer =
      asked === undefined
        ? Promise.reject(new RpcError(errorCodes.internalError, 'No client is there to answer.', undefined, method))
        : this.#asking.request(asked.link)(method, params, {
            signal: AbortSignal.any([this.signal, this.#over.signal, ...(signal === undefined ? [] : [signal])]),
          });
    // Nobody may wait for it any more when the work ends.
    answer.catch(() => {});
    return answer;
  }

  /**
   * Ends the work: what it asks is withdrawn, and later reports are refused.
   * @internal
   */
  async end(): Promise<void> {
    this.#over.abort(new TurnEndedError());
    // The log has the end of each question before that of the work.
    await Promise.allSettled(this.#asked);
  }

  /** Remembers what is asked until it is answered and recorded. */
  #tracked<T>(asked: Promise<T>): Promise<T> {
    this.#asked.add(asked);
    const forget = (): void => void this.#asked.delete(asked);
    asked.then(forget, forget);
    return asked;
  }

  /**
   * Refuses a report after the end. It neither throws nor leaves an unhandled rejection: late reports often come from a
   * listener of a child process, and must not end the agent.
   */
  #refuseLate(method: string, params: unknown): Promise<never> {
    const refused = Promise.reject(new TurnEndedError());
    refused.catch(() => {});
    this.#link.report({ type: 'late-report', method, params });
    return refused;
  }
}
