import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import type { PromptResponse } from '../../protocol/june/generated/prompt.ts';
import { present } from '../../protocol/reading/optional.ts';
import type { SessionState } from '../../session/state.ts';
import type { Turn } from '../../session/turn.ts';
import type { KnownPrompt } from '../prompt-ids.ts';
import type { SessionLink } from './session-link.ts';

/** A prompt with an id whose turn runs or waits. */
interface OpenPrompt {
  readonly run: Promise<PromptResponse>;
  /** Called when it is sent again: the turn ends when that request is cancelled, and the next one begins when it was answered. */
  readonly again: (context: RequestContext, link: SessionLink) => void;
}

/** Remembers the open prompts of a session by the ids that their client gave them, so that none is run twice. */
export class SentPrompts {
  readonly #open = new Map<string, OpenPrompt>();

  /** Adds a prompt until its turn has ended. */
  add(id: string, prompt: OpenPrompt): void {
    this.#open.set(id, prompt);
    const forget = (): void => void this.#open.delete(id);
    prompt.run.then(forget, forget);
  }

  /** Returns an open prompt. */
  get(id: string): OpenPrompt | undefined {
    return this.#open.get(id);
  }

  /** Returns what is known of the prompts with these ids: those that are open, and those that the history of the session has. */
  known(ids: readonly string[], history: SessionState | undefined): readonly KnownPrompt[] {
    return ids.flatMap((id): KnownPrompt[] => {
      const turn = recordedTurn(history, id);
      const isOpen = this.#open.has(id);
      if (turn === undefined) return isOpen ? [{ id, state: 'open' }] : [];
      const { messageId, stopReason, error } = turn;
      if (isOpen) return [present({ id, state: 'open', messageId })];
      return [present({ id, state: 'ended', messageId, stopReason, error })];
    });
  }
}

/** Returns the turn of the prompt with an id, from the history of its session. */
export function recordedTurn(history: SessionState | undefined, id: string): Turn | undefined {
  for (let index = (history?.turns.length ?? 0) - 1; index >= 0; index--) {
    const turn = history?.turns.at(index);
    if (turn?.requestId === id) return turn;
  }
  return undefined;
}

/** Returns the answer to a prompt whose turn has ended; throws if the turn failed. */
export function answerOf({ stopReason, error }: Turn): PromptResponse {
  if (stopReason !== undefined) return { stopReason };
  throw new RpcError(errorCodes.internalError, error ?? 'The turn failed.');
}
