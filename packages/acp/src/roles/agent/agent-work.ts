import { metaKeys } from '../../bridge/meta-keys.ts';
import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { RequestOptions } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { methods } from '../../protocol/june/generated/methods.ts';
import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { ToolCallUpdate } from '../../protocol/june/generated/tool-call.ts';
import type { KnownCreateElicitationRequest } from '../../protocol/november/generated/elicitation.ts';
import { methods as novemberMethods } from '../../protocol/november/generated/methods.ts';
import { present } from '../../protocol/reading/optional.ts';
import { divided } from '../../session/november-parts.ts';
import type { ConnectedClient } from './connected-client.ts';
import {
  actionOf,
  contentOf,
  type FormAnswer,
  type FormContent,
  type FormQuestion,
  type FormSchema,
  formRequest,
  offersElicitation,
  type UrlAnswer,
  type UrlQuestion,
  urlRequest,
} from './elicitation.ts';
import { minter } from './mint-id.ts';
import { novemberUpdate } from './november-update.ts';
import type { OutgoingPermissionOption, OutgoingToolCall } from './outgoing-value.ts';
import { noAnswer, type PermissionAnswer, readPermissionAnswer } from './permission-answer.ts';
import type { AgentSession } from './session.ts';
import type { SessionLink } from './session-link.ts';
import type { TerminalHandle } from './terminal-handle.ts';
import { ToolCallHandle } from './tool-call-handle.ts';
import { TurnEndedError } from './turn-ended-error.ts';
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
}

/** Sends the client a request. */
export type RequestClient = (method: string, params: unknown, options: RequestOptions) => Promise<unknown>;

/** What an agent does for a while: everything that it can report and ask until it has ended. */
export class AgentWork extends UpdateSender {
  readonly session: AgentSession;
  /** Aborts when the client cancels, or when the connection ends (unless `whenClientLeaves` is `'finish'`). */
  readonly signal: AbortSignal;
  readonly #request: RequestClient;
  readonly #link: SessionLink;
  #hasEnded = false;
  #questions = 0;

  /** @internal */
  constructor(session: AgentSession, request: RequestClient, signal: AbortSignal, link: SessionLink) {
    super(minter(link.definition), session.ongoing);
    this.#request = request;
    this.#link = link;
    this.session = session;
    this.signal = signal;
  }

  /** The client of the session: its name, its capabilities and its dialect. */
  get client(): ConnectedClient {
    return this.session.client;
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
   * it resolves at once with the outcome `cancelled`.
   */
  requestPermission(
    toolCall: ToolCallHandle | OutgoingToolCall,
    options: readonly OutgoingPermissionOption[] = usualOptions,
    about: PermissionText = {},
  ): Promise<PermissionAnswer> {
    const isHandle = toolCall instanceof ToolCallHandle;
    const asked = isHandle ? { toolCallId: toolCall.id } : this.#announced(toolCall);
    const _meta =
      about.title === undefined && about.description === undefined ? undefined : { [metaKeys.permission]: about };
    const params = present({ sessionId: this.session.id, toolCall: asked, options, _meta });
    if (!this.#hasEnded) return this.#decide(params);
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

  async #decide(params: RequestPermissionRequest): Promise<PermissionAnswer> {
    if (this.signal.aborted) return noAnswer();
    this.#link.check('session/request_permission', methods['session/request_permission'].params, params);
    const requestId = `${this.session.id}/${++this.#questions}`;
    const { toolCall, options, _meta } = params;
    const text = (_meta?.[metaKeys.permission] ?? {}) as PermissionText;
    this.session.record(present({ type: 'permission_opened', requestId, toolCall, options, ...text }));
    const answer = await this.#ask(params);
    this.session.record({ type: 'permission_answered', requestId, outcome: answer.outcome });
    return answer;
  }

  async #ask(params: RequestPermissionRequest): Promise<PermissionAnswer> {
    try {
      const response = await this.#request('session/request_permission', params, { signal: this.signal });
      return readPermissionAnswer(response, params.options);
    } catch (error) {
      if (this.signal.aborted) return noAnswer();
      if (!(error instanceof RpcError || error instanceof ConnectionError)) throw error;
      // The dialog failed, or the client cannot ask or has left: nobody has approved (RO10, RO21).
      this.#link.report({ type: 'permission-failed', sessionId: params.sessionId, error });
      return noAnswer();
    }
  }

  /**
   * Asks the user to fill in a form, or to visit a web page. The action is `accept`, `decline` or `cancel`, or `unsupported` if the client
   * has not offered to ask in this way. A failed or malformed answer counts as `cancel`.
   */
  elicit<const Schema extends FormSchema>(form: FormQuestion<Schema>): Promise<FormAnswer<Schema>>;
  elicit(page: UrlQuestion): Promise<UrlAnswer>;
  async elicit(asked: FormQuestion<FormSchema> | UrlQuestion): Promise<FormAnswer<FormSchema> | UrlAnswer> {
    return 'schema' in asked ? this.#fillIn(asked) : this.#visit(asked);
  }

  async #fillIn(form: FormQuestion<FormSchema>): Promise<FormAnswer<FormSchema>> {
    const response = await this.#elicit('form', formRequest(this.session.id, form));
    if (response === undefined) return { action: 'unsupported' };
    const action = actionOf(response.value);
    if (action !== 'accept') return { action };
    const read = contentOf(response.value, form.schema);
    if ('content' in read) return { action, content: read.content as FormContent<FormSchema> };
    this.#failElicitation(new RpcError(-32602, read.problem));
    return { action: 'cancel' };
  }

  async #visit(page: UrlQuestion): Promise<UrlAnswer> {
    const elicitationId = page.id ?? this.mint('elicitation');
    const response = await this.#elicit('url', urlRequest(this.session.id, elicitationId, page));
    if (response === undefined) return { action: 'unsupported' };
    const action = actionOf(response.value);
    if (action !== 'accept') return { action };
    return { action, complete: () => this.session.link.notify('elicitation/complete', { elicitationId }) };
  }

  /** Asks, and returns the response; `undefined` if the client has not offered to. */
  async #elicit(
    mode: 'form' | 'url',
    params: KnownCreateElicitationRequest,
  ): Promise<{ readonly value: unknown } | undefined> {
    const method = 'elicitation/create';
    if (this.#hasEnded) {
      const refused = this.#refuseLate(method, params);
      return this.signal.aborted ? { value: undefined } : refused;
    }
    if (!offersElicitation(this.client.capabilities, mode)) {
      this.#link.report({ type: 'unsupported', sessionId: this.session.id, method, params });
      return undefined;
    }
    if (this.signal.aborted) return { value: undefined };
    this.#link.check(method, novemberMethods[method].params, params);
    const requestId = `${this.session.id}/${++this.#questions}`;
    this.session.record({ type: 'elicitation_opened', requestId, request: params });
    try {
      return { value: await this.#request(method, params, { signal: this.signal }) };
    } catch (error) {
      if (this.signal.aborted) return { value: undefined };
      if (!(error instanceof RpcError || error instanceof ConnectionError)) throw error;
      this.#failElicitation(error);
      return { value: undefined };
    } finally {
      this.session.record({ type: 'elicitation_answered', requestId });
    }
  }

  #failElicitation(error: RpcError | ConnectionError): void {
    this.#link.report({ type: 'elicitation-failed', sessionId: this.session.id, error });
  }

  /** Sends the client a request that the protocol does not define. */
  extension(method: string, params?: unknown): Promise<unknown> {
    if (this.#hasEnded) return this.#refuseLate(method, params);
    return this.#request(method, params, { signal: this.signal });
  }

  /**
   * Ends the work: later reports are refused.
   * @internal
   */
  end(): void {
    this.#hasEnded = true;
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
