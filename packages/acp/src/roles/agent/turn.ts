import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { PromptRequest } from '../../protocol/june/generated/prompt.ts';
import { textOf } from '../../session/plain-text.ts';
import { AgentWork } from './agent-work.ts';
import type { MessageHandle } from './message-handle.ts';
import type { AgentSession } from './session.ts';
import type { SessionLink } from './session-link.ts';

/** The argument of a prompt handler: the prompt, and everything an agent can report and ask. */
export class Turn extends AgentWork {
  /** The request as it arrived, with `_meta`. */
  readonly request: PromptRequest;
  /** The accepted prompt as a message with its own id; undefined if `acknowledgesPrompts` is false. */
  readonly accepted: MessageHandle | undefined;

  /** @internal */
  constructor(
    session: AgentSession,
    request: PromptRequest,
    context: RequestContext,
    signal: AbortSignal,
    link: SessionLink,
  ) {
    // If the client that sent the prompt has left, another one is asked in its place.
    const isThere = (): boolean => session.clients.of(link)?.isThere === true || !session.isAttended;
    const asked = (): Pick<SessionLink, 'request'> => (isThere() ? context : session.link);
    super(session, (method, params, options) => asked().request(method, params, options), signal, link);
    this.request = request;
    const acknowledges = link.definition.acknowledgesPrompts ?? true;
    this.accepted = acknowledges ? this.userMessage({ content: request.prompt }) : undefined;
  }

  /** The content of the prompt. */
  get prompt(): readonly ContentBlock[] {
    return this.request.prompt;
  }

  /** The text of the prompt. */
  get text(): string {
    return textOf(this.request.prompt);
  }
}
