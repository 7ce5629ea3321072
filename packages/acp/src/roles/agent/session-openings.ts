import type { RequestContext } from '../../jsonrpc/handler-context.ts';
import { isRefusedForNow, RpcError } from '../../jsonrpc/rpc-error.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import type { ClientAccess } from './client-access.ts';
import { sameRefusal } from './session-errors.ts';

/** A load or resume that is not answered. */
interface Opening {
  readonly sessionId: string;
  readonly context: RequestContext;
  /** What the client will be allowed to do in it. */
  readonly access: ClientAccess;
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
  async wait<T>(opening: Opening & { readonly ended: Promise<T> }): Promise<T> {
    this.#openings.add(opening);
    try {
      return await opening.ended;
    } finally {
      this.#openings.delete(opening);
    }
  }

  /**
   * Resolves when the latest load or resume of a session has ended, however it did, and what earlier prompts wait for. Rejects if it is refused for
   * now. Undefined if there is nothing to wait for: no earlier prompt waits for the session, and no load, or it `isShared`, so that it is open
   * whatever becomes of the loads.
   */
  ended(sessionId: string, isShared: boolean): Promise<unknown> | undefined {
    const isOf = (each: { readonly sessionId: string }): boolean => each.sessionId === sessionId;
    const before = [...this.#prompts].findLast(isOf)?.opening;
    const latest = isShared ? undefined : [...this.#openings].findLast(isOf);
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

  /** Returns whether a load or resume of a session is not answered. */
  has(sessionId: string): boolean {
    return [...this.#openings].some((opening) => opening.sessionId === sessionId);
  }

  /**
   * Cancels the loads and resumes of a session, with the prompts that wait for them. Resolves when they have ended, to what those could have done
   * that were cancelled by it, and not refused before.
   */
  async drop(sessionId: string): Promise<readonly ClientAccess[]> {
    const dropped = [...this.#openings].filter((opening) => opening.sessionId === sessionId);
    this.cancelPrompts(sessionId);
    const reason = new DOMException('The session was closed.', 'AbortError');
    for (const { context } of dropped) context.abort(reason);
    const ends = await Promise.allSettled(dropped.map(({ ended }) => ended));
    return dropped.filter((_, at) => isCancelledBy(ends[at])).map(({ access }) => access);
  }
}

/** Returns whether a load was cancelled; what is refused has an error of its own. */
function isCancelledBy(end: PromiseSettledResult<unknown> | undefined): boolean {
  return end?.status === 'rejected' && !(end.reason instanceof RpcError);
}
