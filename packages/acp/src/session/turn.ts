import type { MessageId } from '../protocol/base/generated/message.ts';
import type { RequestId } from '../protocol/base/generated/rpc.ts';
import type { ContentBlock } from '../protocol/june/generated/content.ts';
import type { StopReason } from '../protocol/june/generated/prompt.ts';

/** A prompt and the agent's work on it. */
export interface Turn {
  /** The content that was sent; empty once the user message that repeats it was rewritten. */
  readonly prompt: readonly ContentBlock[];
  /** The id of the `session/prompt` request, if the caller gave it. */
  readonly requestId: RequestId | undefined;
  /**
   * `sent`: the agent has not sent anything for it. `running`: it has. `ended`: the turn is over.
   *
   * With a November agent: `held`: it was sent while the agent was busy. `inserted`: the agent has put it into the conversation, and works on
   * it or will. Such a turn is never `running`.
   */
  readonly status: 'sent' | 'held' | 'inserted' | 'running' | 'ended';
  /** What ends the turn: the answer to its prompt, or with a November agent the end of its work. */
  readonly endsBy: 'answer' | 'work';
  /** The user message by which the agent repeats the prompt. A November agent may name it before it sends it. */
  readonly messageId: MessageId | undefined;
  /** Whether that message was received; a screen shows it instead of the prompt. */
  readonly isRepeated: boolean;
  /** Whether the turn was cancelled. */
  readonly isCancelled: boolean;
  /** Why it ended; undefined while it is open and after an error. */
  readonly stopReason: StopReason | undefined;
  /** The message of the error that the prompt was answered with. */
  readonly error: string | undefined;
  /** The length of the timeline when the turn started; undefined while it waits for the turns before it. */
  readonly start: number | undefined;
  /** The length of the timeline when the turn ended. */
  readonly end: number | undefined;
}

/** Returns whether the turn is in the agent's context: a refused prompt and what followed it are removed from it. */
export function isInContext(turn: Turn): boolean {
  return turn.stopReason !== 'refusal';
}

/** Returns whether no user message repeats the prompt, so that only the turn has its content. */
export function isUntold(turn: Turn): boolean {
  return !turn.isRepeated && turn.prompt.length > 0;
}
