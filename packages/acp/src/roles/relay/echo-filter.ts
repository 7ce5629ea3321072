import type { ReceivedSessionUpdate } from '../../protocol/june/generated/proposal.ts';

const userMessages: ReadonlySet<string> = new Set(['user_message', 'user_message_chunk']);

/** Finds the message by which an agent repeats the prompt of a turn: the first of the user in it. */
export class EchoFilter {
  #echo: unknown;

  /** Returns whether an update belongs to the repeated prompt, which the agent in front repeats itself. */
  isEcho(update: ReceivedSessionUpdate): boolean {
    if (!userMessages.has(update.sessionUpdate)) return false;
    const { messageId } = update as { readonly messageId?: unknown };
    this.#echo ??= messageId;
    return messageId === this.#echo;
  }
}
