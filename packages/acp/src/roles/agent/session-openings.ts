import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { isRefusedForNow } from '../../jsonrpc/rpc-error.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import { sameRefusal } from './session-errors.ts';

/** A load or resume that is not answered. */
interface Opening {
  readonly sessionId: string;
  readonly context: RequestContext;
  readonly ended: Promise<unknown>;
}

/** A prompt that waits for its session. */
interface WaitingPrompt {
  readonly sessionId: string;
  readonly opening: Promise<unknown>;
  readonly cancel: AbortController;
}

/** The loads and resumes of one connection that are not answered, and the prompts that wait for them; each in the order of arrival. */
export class SessionOpenings {
  readonly #openings = new Set<Opening>();
  readonly #prompts = new Set<WaitingPrompt>();

  /** Waits for a load or resume that has begun. */
  async wait<T>(sessionId: string, context: RequestContext, ended: Promise<T>): Promise<T> {
    const opening = { sessionId, context, ended };
    this.#openings.add(opening);
    try {
      return await ended;
    } finally {
      this.#openings.delete(opening);
    }
  }

  /**
   * Resolves when the latest load or resume of a session has ended, however it did, and what earlier prompts wait for. Rejects if it is refused for
   * now. Undefined if there is nothing to wait for: the session `isOpen`, and no earlier prompt waits for it.
   */
  ended(sessionId: string, isOpen: boolean): Promise<unknown> | undefined {
    const isOf = (each: { readonly sessionId: string }): boolean => each.sessionId === sessionId;
    const before = [...this.#prompts].findLast(isOf)?.opening;
    const latest = isOpen ? undefined : [...this.#openings].findLast(isOf);
    if (latest === undefined) return before;
    const ended = (): Promise<unknown> =>
      latest.ended.catch((cause: unknown) => {
        if (isRefusedForNow(cause)) throw sameRefusal(cause);
      });
    return before === undefined ? ended() : before.then(ended, ended);
  }

  /** Makes a prompt wait for a load or resume, and then runs it, or `cancelled` if it was cancelled meanwhile. */
  async promptAfter<Answer>(
    opening: Promise<unknown>,
    { sessionId, signal }: { readonly sessionId: string; readonly signal: AbortSignal },
    run: () => Answer | Promise<Answer>,
    cancelled: () => Answer,
  ): Promise<Answer> {
    const prompt = { sessionId, opening, cancel: new AbortController() };
    this.#prompts.add(prompt);
    const isCancelled = (): boolean => prompt.cancel.signal.aborted || signal.aborted;
    try {
      await unlessAborted(opening, [prompt.cancel.signal, signal]);
    } catch (error) {
      if (!isCancelled()) throw error;
    } finally {
      // In the same turn as it runs, so that no later prompt comes between.
      this.#prompts.delete(prompt);
    }
    return isCancelled() ? cancelled() : run();
  }

  /** Cancels the prompts that wait for a session. */
  cancelPrompts(sessionId: string): void {
    for (const prompt of this.#prompts) if (prompt.sessionId === sessionId) prompt.cancel.abort();
  }

  /** Cancels the loads and resumes of a session, with the prompts that wait for them. Resolves to whether there were any, when they have ended. */
  async drop(sessionId: string): Promise<boolean> {
    const dropped = [...this.#openings].filter((opening) => opening.sessionId === sessionId);
    this.cancelPrompts(sessionId);
    for (const { context } of dropped) context.abort(new DOMException('The session was closed.', 'AbortError'));
    await Promise.allSettled(dropped.map(({ ended }) => ended));
    return dropped.length > 0;
  }
}
