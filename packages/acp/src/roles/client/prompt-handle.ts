import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import type { PromptResponse } from '../../protocol/june/generated/prompt.ts';

/** A prompt that the agent has taken into the conversation. */
export interface InsertedPrompt {
  /** The id of the user message that the prompt became; undefined if the agent does not tell it. */
  readonly messageId: string | undefined;
}

/**
 * A prompt that was sent. It is the promise of its end: it resolves with the stop reason when the work on the prompt has ended, and
 * rejects if the agent refuses the prompt or the work fails.
 */
export interface PromptHandle extends Promise<PromptResponse> {
  /**
   * Resolves when the agent has taken the prompt, which may be long before its end and long after it was sent. Rejects if the prompt is
   * refused or cancelled before that; the rejection may be ignored.
   */
  readonly inserted: Promise<InsertedPrompt>;
  /** The same promise as the handle itself. */
  readonly ended: Promise<PromptResponse>;
}

/** Starts a prompt and returns its handle; `start` resolves at the end and calls its argument when the agent has taken the prompt. */
export function promptHandle(
  start: (onInserted: (messageId: string | undefined) => void) => Promise<PromptResponse>,
): PromptHandle {
  let onInserted = (_: InsertedPrompt): void => {};
  let onRefused = (_: unknown): void => {};
  const inserted = new Promise<InsertedPrompt>((resolve, reject) => {
    onInserted = resolve;
    onRefused = reject;
  });
  inserted.catch(() => {});
  // If the prompt was inserted, its end does not change that.
  const ended = start((messageId) => onInserted({ messageId })).then(
    (response) => {
      onRefused(new RpcError(rpcErrorCodes.requestCancelled, 'The prompt was cancelled before the agent took it.'));
      return response;
    },
    (error: unknown) => {
      onRefused(error);
      throw error;
    },
  );
  return Object.assign(ended, { inserted, ended });
}
