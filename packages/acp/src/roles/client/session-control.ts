import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import type { RequestPermissionResponse } from '../../protocol/base/generated/permission.ts';
import type { KnownCreateElicitationRequest } from '../../protocol/november/generated/elicitation.ts';
import type { SessionEvent } from '../../session/event.ts';
import type { ConfiguredAnswer } from './agent-calls.ts';
import type { AskElicitation, ElicitationAnswer } from './elicitation.ts';
import type { ReadPermission } from './permission-request.ts';
import type { FindPrompt } from './prompt-line.ts';
import type { MetaCallOptions } from './typed-peer.ts';

/** The part of a session that only its client uses. */
export interface SessionControl {
  /** Applies an event to the state, and passes updates to `onUpdate`. A listener that throws is reported. */
  apply(event: SessionEvent): void;
  /** Applies the agent's answer to the request that opened the session. */
  setUp(answer: object): void;
  /** Called when the session is loaded on another connection: its history takes the place of what is known with the first of it. */
  expectReplay(): void;
  /** Answers a permission request of the agent. */
  answerPermission(asked: ReadPermission, context: RequestContext): Promise<RequestPermissionResponse>;
  /** Answers a request of the agent for information. */
  answerElicitation(
    request: KnownCreateElicitationRequest,
    context: RequestContext,
    ask: AskElicitation,
  ): Promise<ElicitationAnswer>;
  /** Called when the agent has closed or deleted the session. */
  onClosed(): void;
  /** Forgets the session, whatever the agent still says of it. */
  forget(): void;
  /** Sets a configuration option, and returns the whole answer. */
  configure(configId: string, value: string | boolean, options: MetaCallOptions): Promise<ConfiguredAnswer>;
  /** The ids of the prompts that are open. */
  promptIds(): readonly string[];
  /** Called when the connection was lost, and another one is being opened: nobody waits for answers to questions any more. */
  onLost(): void;
  /** Called when the session was opened again on another connection. */
  onRestored(find: FindPrompt): void;
  /** Called when the connection has ended for good. */
  onDisconnected(error: Error): void;
}
