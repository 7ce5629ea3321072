import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import type { ContentBlock } from '../../protocol/june/generated/content.ts';
import type { PromptRequest } from '../../protocol/june/generated/prompt.ts';
import { present } from '../../protocol/reading/optional.ts';
import { byKey } from '../../session/actor.ts';
import { textOf } from '../../session/plain-text.ts';
import { promptIdIn } from '../prompt-ids.ts';
import { AgentWork, type RequestClient } from './agent-work.ts';
import type { MessageHandle } from './message-handle.ts';
import type { AgentSession } from './session.ts';
import type { SessionLink } from './session-link.ts';

/** The argument of a prompt handler: the prompt, and everything an agent can report and ask. */
export class Turn extends AgentWork {
  /** The request as it arrived, with `_meta`. */
  readonly request: PromptRequest;
  /** The accepted prompt as a message with its own id; undefined if `acknowledgesPrompts` is false. */
  readonly accepted: MessageHandle | undefined;
  /** What the answer to the prompt has beside the stop reason, such as `_meta`. */
  answer: Readonly<Record<string, unknown>> = {};

  /** @internal */
  constructor(
    session: AgentSession,
    request: PromptRequest,
    context: RequestContext,
    signal: AbortSignal,
    { link, prompter }: { readonly link: SessionLink; readonly prompter: () => object | undefined },
  ) {
    const ask = (asked: SessionLink): RequestClient =>
      asked.connection === link.connection
        ? (method, params, options) => context.request(method, params, options)
        : asked.request;
    let questions = 0;
    const onAsking = (isAsking: boolean): void => {
      questions += isAsking ? 1 : -1;
      // The client whose prompt it is knows by what it is asked.
      if (isAsking ? questions === 1 : questions === 0 && !signal.aborted)
        session.tellOthers(link, { state: isAsking ? 'requires_action' : 'running' });
    };
    super(session, { request: ask, onAsking, prompter }, signal, link);
    this.request = request;
    const by = session.actorOf(link, promptIdIn(request._meta));
    const acknowledges = link.definition.acknowledgesPrompts ?? true;
    this.accepted = acknowledges
      ? this.userMessage(present({ content: request.prompt, _meta: by && { [byKey]: by } }))
      : undefined;
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
