import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import { methods } from '../../protocol/june/generated/methods.ts';
import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { PromptRequest } from '../../protocol/june/generated/prompt.ts';
import type { SessionUpdate } from '../../protocol/june/generated/session-update.ts';
import type { ToolCallUpdate } from '../../protocol/june/generated/tool-call.ts';
import { textOf } from '../../session/plain-text.ts';
import type { ConnectedClient } from './connected-client.ts';
import type { MessageHandle } from './message-handle.ts';
import { minter } from './mint-id.ts';
import type { OutgoingPermissionOption, OutgoingToolCall } from './outgoing-value.ts';
import { noAnswer, type PermissionAnswer, readPermissionAnswer } from './permission-answer.ts';
import type { AgentSession, SessionLink } from './session.ts';
import { ToolCallHandle } from './tool-call-handle.ts';
import { UpdateSender } from './update-sender.ts';

/** The error of a report that belongs to a turn which has ended. The updates of a turn must be sent before its handler returns. */
export class TurnEndedError extends Error {
  override readonly name = 'TurnEndedError';

  constructor() {
    super(
      'The turn has ended. Send its updates before the handler returns, or send later updates through the session.',
    );
  }
}

const usualOptions: readonly OutgoingPermissionOption[] = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

/** The argument of a prompt handler: the prompt, and everything an agent can report and ask. */
export class Turn extends UpdateSender {
  readonly session: AgentSession;
  /** The request as it arrived, with `_meta`. */
  readonly request: PromptRequest;
  /** Aborts when the client cancels the turn, or when the connection ends (unless `whenClientLeaves` is `'finish'`). */
  readonly signal: AbortSignal;
  /** The accepted prompt as a message with its own id; undefined if `acknowledgesPrompts` is false. */
  readonly accepted: MessageHandle | undefined;
  readonly #context: RequestContext;
  readonly #link: SessionLink;
  #hasEnded = false;
  #questions = 0;

  /** @internal */
  constructor(
    session: AgentSession,
    request: PromptRequest,
    context: RequestContext,
    signal: AbortSignal,
    link: SessionLink,
  ) {
    super(minter(link.definition));
    this.#context = context;
    this.#link = link;
    this.session = session;
    this.request = request;
    this.signal = signal;
    const acknowledges = link.definition.acknowledgesPrompts ?? true;
    this.accepted = acknowledges ? this.userMessage({ content: request.prompt }) : undefined;
  }

  /** The client that sent the prompt: its name, its capabilities and its protocol version. */
  get client(): ConnectedClient {
    return this.session.client;
  }

  /** The content of the prompt. */
  get prompt(): readonly ContentBlock[] {
    return this.request.prompt;
  }

  /** The text of the prompt. */
  get text(): string {
    return textOf(this.request.prompt);
  }

  /** Sends an update and records it. After the turn has ended it is not sent; see {@link TurnEndedError}. */
  override update(update: SessionUpdate): Promise<void> {
    if (!this.#hasEnded) return this.session.update(update);
    const refused = this.#refuseLate('session/update', { sessionId: this.session.id, update });
    // The client that cancelled expects no more, and code that awaits this may go on.
    return this.signal.aborted ? Promise.resolve() : refused;
  }

  /**
   * Asks the user whether a tool call may run. Only a known option that allows counts as approval. Once the turn is cancelled,
   * it resolves at once with the outcome `cancelled`.
   */
  requestPermission(
    toolCall: ToolCallHandle | OutgoingToolCall,
    options: readonly OutgoingPermissionOption[] = usualOptions,
  ): Promise<PermissionAnswer> {
    const update = toolCall instanceof ToolCallHandle ? { toolCallId: toolCall.id } : (toolCall as ToolCallUpdate);
    const params = { sessionId: this.session.id, toolCall: update, options };
    if (!this.#hasEnded) return this.#decide(params);
    const refused = this.#refuseLate('session/request_permission', params);
    return this.signal.aborted ? Promise.resolve(noAnswer()) : refused;
  }

  async #decide(params: RequestPermissionRequest): Promise<PermissionAnswer> {
    if (this.signal.aborted) return noAnswer();
    this.#link.check('session/request_permission', methods['session/request_permission'].params, params);
    const requestId = `${this.session.id}/${++this.#questions}`;
    const { toolCall, options } = params;
    this.session.record({ type: 'permission_opened', requestId, toolCall, options });
    const answer = await this.#ask(params);
    this.session.record({ type: 'permission_answered', requestId, outcome: answer.outcome });
    return answer;
  }

  async #ask(params: RequestPermissionRequest): Promise<PermissionAnswer> {
    try {
      const response = await this.#context.request('session/request_permission', params, { signal: this.signal });
      return readPermissionAnswer(response, params.options);
    } catch (error) {
      if (this.signal.aborted) return noAnswer();
      if (!(error instanceof RpcError || error instanceof ConnectionError)) throw error;
      // The dialog failed, or the client cannot ask or has left: nobody has approved (RO10, RO21).
      this.#link.report({ type: 'permission-failed', sessionId: params.sessionId, error });
      return noAnswer();
    }
  }

  /** Sends the client a request that the protocol does not define. */
  extension(method: string, params?: unknown): Promise<unknown> {
    if (this.#hasEnded) return this.#refuseLate(method, params);
    return this.#context.request(method, params, { signal: this.signal });
  }

  /**
   * Ends the turn: later reports are refused.
   * @internal
   */
  end(): void {
    this.#hasEnded = true;
  }

  /**
   * Refuses a report after the end of the turn. It neither throws nor leaves an unhandled rejection: late reports often come from a
   * listener of a child process, and must not end the agent.
   */
  #refuseLate(method: string, params: unknown): Promise<never> {
    const refused = Promise.reject(new TurnEndedError());
    refused.catch(() => {});
    this.#link.report({ type: 'late-report', method, params });
    return refused;
  }
}
