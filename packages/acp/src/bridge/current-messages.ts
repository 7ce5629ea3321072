/** Who or what speaks in a message. */
export type MessageKind = 'user' | 'agent' | 'thought';

/** The message of each kind that was last written in the turn that runs: the one that a clear without an id means. */
export interface CurrentMessages<Message> {
  of(kind: MessageKind): Message | undefined;
  /** Something was written to a message; outside of every turn, another one of the person finishes what came before. */
  wrote(kind: MessageKind, message: Message): void;
  /** A prompt finishes what came before it, unless a turn runs: then it waits and finishes nothing (SE36). */
  prompted(prompt: object): void;
  /** The answer to the oldest open prompt ends the turn that ran; any other is to a prompt that only waited. */
  answered(prompt: object): void;
  /** Finishes whatever is current. */
  finish(): void;
}

/** No message, and no turn. */
export function currentMessages<Message>(): CurrentMessages<Message> {
  const latest = new Map<MessageKind, Message>();
  const prompts: object[] = [];
  return {
    of: (kind) => latest.get(kind),
    wrote(kind, message) {
      if (kind === 'user' && prompts.length === 0 && latest.get(kind) !== message) latest.clear();
      latest.set(kind, message);
    },
    prompted(prompt) {
      if (prompts.length === 0) latest.clear();
      prompts.push(prompt);
    },
    answered(prompt) {
      const place = prompts.indexOf(prompt);
      if (place === 0) latest.clear();
      if (place !== -1) prompts.splice(place, 1);
    },
    finish: () => latest.clear(),
  };
}
