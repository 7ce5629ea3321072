import type { MessageId } from '../protocol/base/generated/message.ts';
import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { StopReason } from '../protocol/june/generated/prompt.ts';

/** One prompt and what the agent did about it. */
export interface Turn {
  /** What the person said; nothing once the message that stands for it was written anew. */
  readonly prompt: readonly ContentBlock[];
  /** The request that carried the prompt, if the caller named it. */
  readonly requestId: RequestId | undefined;
  /** `sent`: the agent has shown nothing yet. `running`: it has. `ended`: the prompt was answered. */
  readonly status: 'sent' | 'running' | 'ended';
  /** The user message by which the agent accepted the prompt; it takes the place of the prompt on a screen. */
  readonly messageId: MessageId | undefined;
  /** Whether the person cancelled the turn. */
  readonly isCancelled: boolean;
  /** Why it ended; undefined while it runs or when it ended with an error. */
  readonly stopReason: StopReason | undefined;
  /** What went wrong, when the prompt was answered with an error. */
  readonly error: string | undefined;
  /** How long the timeline was when the turn started; undefined while it waits for the turns before it. */
  readonly start: number | undefined;
  /** How long the timeline was when the turn ended. */
  readonly end: number | undefined;
}

/** Whether the agent still remembers the turn: a refused prompt and what followed it leave the context. */
export function isInContext(turn: Turn): boolean {
  return turn.stopReason !== 'refusal';
}

/** Whether the agent has not told the prompt back: then the turn alone has what the person said. */
export function isUntold(turn: Turn): boolean {
  return turn.messageId === undefined && turn.prompt.length > 0;
}
