/** Who or what speaks in a message. */
export type MessageKind = 'user' | 'agent' | 'thought';

/** The message of each kind that was last written in the turn that runs: the one that a clear without an id means. */
export interface CurrentMessages<Message> {
  of(kind: MessageKind): Message | undefined;
  /** Something was written to a message; outside of every turn, another one of the person finishes what came before. */
  wrote(kind: MessageKind, message: Message): void;
  /** A prompt starts a turn, which finishes what came before, unless one runs: then it waits (SE36). Tells whether it did. */
  prompted(prompt: object): boolean;
  /** The answer to the oldest open prompt ends the turn that ran; any other is to one that only waited. Tells whether it did. */
  answered(prompt: object): boolean;
  /** Finishes whatever is current. */
  finish(): void;
}

/** No message, and no turn. */
export function currentMessages<Message>(): CurrentMessages<Message> {
  const latest = new Map<MessageKind, Message>();
  const prompts = new Set<object>();
  return {
    of: (kind) => latest.get(kind),
    wrote(kind, message) {
      if (kind === 'user' && prompts.size === 0 && latest.get(kind) !== message) latest.clear();
      latest.set(kind, message);
    },
    prompted(prompt) {
      prompts.add(prompt);
      if (prompts.size > 1) return false;
      latest.clear();
      return true;
    },
    answered(prompt) {
      const [oldest] = prompts;
      if (!prompts.delete(prompt) || oldest !== prompt) return false;
      latest.clear();
      return true;
    },
    finish: () => latest.clear(),
  };
}
