import type { JsonObject } from '../../../protocol/reading/guard.ts';
import { EchoMatch, repeats } from './echo.ts';

/** A message of the person, or a chunk of one, as a June agent sends it. */
export interface UserUpdate extends JsonObject {
  readonly sessionUpdate: 'user_message' | 'user_message_chunk';
  readonly messageId: string;
  readonly content?: unknown;
}

/** A message that may turn out to repeat a prompt. */
interface Candidate {
  readonly messageId: string;
  readonly match: EchoMatch;
  readonly held: UserUpdate[];
}

/** The prompt that was repeated last in place of the agent. */
interface Repeated {
  readonly messageId: string;
  readonly content: readonly unknown[];
}

const nothing: readonly UserUpdate[] = [];

function blocksOf({ sessionUpdate, content }: UserUpdate): readonly unknown[] {
  if (sessionUpdate === 'user_message_chunk') return [content];
  return Array.isArray(content) ? content : [];
}

/** Returns whether a message of the person that begins with an update can be the one of a prompt. */
export function beginsPrompt(prompt: readonly unknown[], update: UserUpdate): boolean {
  const blocks = blocksOf(update);
  if (update.sessionUpdate === 'user_message') return blocks.length === 0 || repeats(prompt, blocks);
  return new EchoMatch(prompt).takes(blocks[0]);
}

/**
 * Keeps a client from seeing a prompt twice: once it was repeated in place of the agent, a message of the agent that repeats it
 * under another id is left out, and what the agent says of that message later is said of the first one.
 */
export class PromptEchoes {
  readonly #aliases: Map<string, string>;
  #repeated: Repeated | undefined;
  #candidate: Candidate | undefined;
  /** How many prompts were repeated in place of the agent, and not by the agent itself. */
  #unechoed = 0;

  /** Takes the ids that messages of the person have for the client, by those that they have for the agent, where they differ. */
  constructor(aliases: Map<string, string>) {
    this.#aliases = aliases;
  }

  /** Records that a prompt was repeated in place of the agent. */
  made(messageId: string, content: readonly unknown[]): void {
    this.turnEnded();
    this.#repeated = { messageId, content };
    this.#unechoed += 1;
  }

  /** Records the end of a turn. What was held back until then is the beginning of the prompt, which the client has. */
  turnEnded(): void {
    const candidate = this.#candidate;
    if (candidate !== undefined) this.#alias(candidate.messageId);
  }

  /** Returns what was held back of a message that has been empty so far; to be called before something else is sent. */
  release(): readonly UserUpdate[] {
    const candidate = this.#candidate;
    if (candidate === undefined || candidate.match.hasBegun()) return nothing;
    this.#candidate = undefined;
    return candidate.held;
  }

  /** Returns whether a message in a replay, under an id that the client does not know, may be a prompt that it knows by another. */
  takeUnechoed(): boolean {
    if (this.#unechoed === 0) return false;
    this.#unechoed -= 1;
    return true;
  }

  /** Returns what the client gets for a message of the person; `isShown` tells that it knows the message already. */
  take(update: UserUpdate, isShown: boolean): readonly UserUpdate[] {
    const { messageId } = update;
    if (this.#aliases.has(messageId)) return [update];
    const candidate = this.#candidate;
    if (candidate !== undefined && candidate.messageId === messageId) return this.#goOn(candidate, update);
    const released = this.release();
    return released.length === 0
      ? this.#takeFirst(update, isShown)
      : [...released, ...this.#takeFirst(update, isShown)];
  }

  #takeFirst(update: UserUpdate, isShown: boolean): readonly UserUpdate[] {
    const { messageId } = update;
    const repeated = this.#repeated;
    if (repeated === undefined || this.#candidate !== undefined || isShown || !beginsPrompt(repeated.content, update))
      return [update];
    return this.#goOn({ messageId, match: new EchoMatch(repeated.content), held: [] }, update);
  }

  #goOn(candidate: Candidate, update: UserUpdate): readonly UserUpdate[] {
    const isNew = update.sessionUpdate === 'user_message_chunk' || candidate.held.length === 0;
    candidate.held.push(update);
    if (!isNew || !blocksOf(update).every((block) => candidate.match.takes(block))) {
      this.#candidate = undefined;
      this.#repeated = undefined;
      return candidate.held;
    }
    this.#candidate = candidate;
    if (candidate.match.isComplete()) this.#alias(candidate.messageId);
    return [];
  }

  #alias(messageId: string): void {
    if (this.#repeated !== undefined) {
      this.#aliases.set(messageId, this.#repeated.messageId);
      this.#unechoed -= 1;
    }
    this.#candidate = undefined;
    this.#repeated = undefined;
  }
}
