import { isObject } from '../protocol/reading/guard.ts';

/**
 * The key in `_meta` of a prompt under which a client gives it an id. A prompt that is sent again with the same id is not run again: it is
 * answered when its turn ends, or at once if it has ended.
 */
export const promptIdKey = 'emend/prompt';

/**
 * The key in `_meta` of a load under which a client lists the ids of its open prompts. The agent answers under the same key what it knows of
 * them.
 */
export const promptsKey = 'emend/prompts';

/** What an agent knows of a prompt: nothing if it never arrived, and then it is not listed. */
export interface KnownPrompt {
  readonly id: string;
  /** `open`: the prompt waits, or its turn runs. */
  readonly state: 'open' | 'ended';
  /** The user message that repeats the prompt, if there is one. */
  readonly messageId?: string;
  /** Why the turn ended. */
  readonly stopReason?: string;
  /** Why the turn failed. */
  readonly error?: string;
}

/** The longest id of a prompt, and the most ids in one request. */
const longestId = 200;
const mostIds = 1000;

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longestId;
}

/** Returns the id that a client has given a prompt. */
export function promptIdIn(meta: unknown): string | undefined {
  const id = isObject(meta) ? meta[promptIdKey] : undefined;
  return isId(id) ? id : undefined;
}

/** Returns the ids of prompts that a client asks about; undefined if it does not ask. */
export function promptIdsIn(meta: unknown): readonly string[] | undefined {
  const ids = isObject(meta) ? meta[promptsKey] : undefined;
  return Array.isArray(ids) ? ids.filter(isId).slice(0, mostIds) : undefined;
}

/** Returns what an agent has answered about prompts, by id; undefined if it knows nothing of ids. */
export function knownPromptsIn(meta: unknown): ReadonlyMap<string, KnownPrompt> | undefined {
  const known = isObject(meta) ? meta[promptsKey] : undefined;
  if (!Array.isArray(known)) return undefined;
  return new Map(known.filter(isKnownPrompt).map((prompt) => [prompt.id, prompt]));
}

function isKnownPrompt(value: unknown): value is KnownPrompt {
  if (!isObject(value) || !isId(value['id'])) return false;
  const { state, messageId, stopReason, error } = value;
  const texts = [messageId, stopReason, error].every((text) => text === undefined || typeof text === 'string');
  return texts && (state === 'open' || state === 'ended');
}

/** Makes ids for the prompts of one client that no other client uses. */
export class PromptIds {
  readonly #client = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
  #last = 0;

  next(): string {
    return `${this.#client}-${++this.#last}`;
  }
}
