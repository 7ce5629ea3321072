import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import { methods } from '../../protocol/june/generated/methods.ts';
import type { RequestPermissionRequest } from '../../protocol/june/generated/permission.ts';
import type { PromptRequest } from '../../protocol/june/generated/prompt.ts';
import type { ToolCallUpdate } from '../../protocol/june/generated/tool-call.ts';
import { textOf } from '../../session/plain-text.ts';
import type { CheckValue } from '../check-outgoing.ts';
import type { ConnectedClient } from './connected-client.ts';
import type { TellEvent } from './event.ts';
import type { MessageHandle, SendUpdate } from './message-handle.ts';
import type { MintId } from './mint-id.ts';
import type { WrittenPermissionOption, WrittenToolCall } from './outgoing-value.ts';
import { noAnswer, type PermissionAnswer, readPermissionAnswer } from './permission-answer.ts';
import type { AgentSession } from './session.ts';
import { ToolCallHandle } from './tool-call-handle.ts';
import { Speaker } from './update-sender.ts';

/** What a report is rejected with that belongs to a turn which has ended: its updates must precede its response (A35). */
export class TurnEndedError extends Error {
  override readonly name = 'TurnEndedError';

  constructor() {
    super(
      'the turn has ended; what it reports must be sent before its handler returns, and later reports go through the session',
    );
  }
}

/** What a turn is made of. */
export interface TurnParts {
  readonly session: AgentSession;
  readonly request: PromptRequest;
  readonly signal: AbortSignal;
  readonly context: RequestContext;
  readonly send: SendUpdate;
  readonly mint: MintId;
  readonly acknowledges: boolean;
  readonly check: CheckValue;
  readonly tell: TellEvent;
}

const usualOptions: readonly WrittenPermissionOption[] = [
  { optionId: 'allow', name: 'Allow', kind: 'allow_once' },
  { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
];

/** What the handler of a prompt works with: the prompt, and everything an agent can say and ask. */
export class Turn extends Speaker {
  readonly session: AgentSession;
  /** The request as it came, `_meta` included. */
  readonly request: PromptRequest;
  /** Aborts when the client cancels the turn, or when the connection is over, unless turns are to finish then. */
  readonly signal: AbortSignal;
  /** The accepted prompt as a message with an id of its own, if the agent acknowledges prompts. */
  readonly accepted: MessageHandle | undefined;
  readonly #parts: TurnParts;
  readonly #life: { hasEnded: boolean };
  #questions = 0;

  constructor(parts: TurnParts) {
    const life = { hasEnded: false };
    super((update) => {
      if (!life.hasEnded) return parts.send(update);
      const refused = late(parts, 'session/update', { sessionId: parts.session.id, update });
      // Whoever cancelled wants to hear no more of it, and whoever waits for this may go on.
      return parts.signal.aborted ? Promise.resolve() : refused;
    }, parts.mint);
    this.#life = life;
    this.#parts = parts;
    this.session = parts.session;
    this.request = parts.request;
    this.signal = parts.signal;
    this.accepted = parts.acknowledges ? this.userMessage({ content: parts.request.prompt }) : undefined;
  }

  /** The client that sent the prompt: its name, what it can do, and the version it speaks. */
  get client(): ConnectedClient {
    return this.session.client;
  }

  /** What the person said. */
  get prompt(): readonly ContentBlock[] {
    return this.request.prompt;
  }

  /** The text of what the person said. */
  get text(): string {
    return textOf(this.request.prompt);
  }

  /**
   * Asks the person whether a tool call may go on. Nothing but a known option that allows is an approval; once the turn is
   * cancelled the answer is at once that there is none.
   */
  requestPermission(
    toolCall: ToolCallHandle | WrittenToolCall,
    options: readonly WrittenPermissionOption[] = usualOptions,
  ): Promise<PermissionAnswer> {
    const update = toolCall instanceof ToolCallHandle ? { toolCallId: toolCall.id } : (toolCall as ToolCallUpdate);
    const params = { sessionId: this.session.id, toolCall: update, options };
    if (!this.#life.hasEnded) return this.#decide(params);
    const refused = late(this.#parts, 'session/request_permission', params);
    return this.signal.aborted ? Promise.resolve(noAnswer()) : refused;
  }

  async #decide(params: RequestPermissionRequest): Promise<PermissionAnswer> {
    if (this.signal.aborted) return noAnswer();
    this.#parts.check('session/request_permission', methods['session/request_permission'].params, params);
    const requestId = `${this.session.id}/${++this.#questions}`;
    const { toolCall, options } = params;
    this.session.record({ type: 'permission_opened', requestId, toolCall, options });
    const answer = await this.#ask(params);
    this.session.record({ type: 'permission_answered', requestId, outcome: answer.outcome });
    return answer;
  }

  async #ask(params: RequestPermissionRequest): Promise<PermissionAnswer> {
    const { context, tell } = this.#parts;
    try {
      const response = await context.request('session/request_permission', params, { signal: this.signal });
      return readPermissionAnswer(response, params.options);
    } catch (error) {
      if (this.signal.aborted) return noAnswer();
      if (!(error instanceof RpcError || error instanceof ConnectionError)) throw error;
      // A dialog that broke, a client that cannot ask or has left: nobody has said yes (RO10, RO21).
      tell({ type: 'permission-failed', sessionId: params.sessionId, error });
      return noAnswer();
    }
  }

  /** Asks the client something that the protocol does not define. */
  extension(method: string, params?: unknown): Promise<unknown> {
    if (this.#life.hasEnded) return late(this.#parts, method, params);
    return this.#parts.context.request(method, params, { signal: this.signal });
  }

  /** Closes the turn for further reports. */
  end(): void {
    this.#life.hasEnded = true;
  }
}

/**
 * Refuses what comes after the end. Nothing is thrown, and nobody has to look at the promise: it is often a listener of a child process
 * that prints its last words, and what it cannot say must not end the agent (RO7).
 */
function late({ tell }: TurnParts, method: string, params: unknown): Promise<never> {
  const refused = Promise.reject(new TurnEndedError());
  refused.catch(() => {});
  tell({ type: 'late-report', method, params });
  return refused;
}
