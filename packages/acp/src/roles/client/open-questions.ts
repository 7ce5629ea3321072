import type { HandlerContext } from '../../jsonrpc/handler-context.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';

/** What a question of an agent is about, where the agent says so. */
export interface QuestionSubject {
  readonly toolCallId?: string | null | undefined;
  readonly terminalId?: string | null | undefined;
}

interface OpenQuestion {
  readonly subject: QuestionSubject;
  readonly withdrawal: AbortController;
}

/** The questions of an agent that its user has not answered yet. */
export class OpenQuestions {
  readonly #open = new Set<OpenQuestion>();

  /**
   * Asks the user. The answer is `withdrawn` if the agent withdraws the request or `cancel` is called before the user has answered,
   * whatever `decide` does then.
   */
  async ask<T>(
    { signal }: HandlerContext,
    subject: QuestionSubject,
    withdrawn: T,
    decide: (signal: AbortSignal) => T | Promise<T>,
  ): Promise<T> {
    if (signal.aborted) return withdrawn;
    const question: OpenQuestion = { subject, withdrawal: new AbortController() };
    const stop = question.withdrawal.signal;
    const withdraw = (): void => question.withdrawal.abort();
    signal.addEventListener('abort', withdraw, { once: true });
    this.#open.add(question);
    try {
      const decided = await unlessAborted(Promise.resolve(decide(stop)), [stop]);
      return stop.aborted ? withdrawn : decided;
    } catch (error) {
      if (stop.aborted) return withdrawn;
      throw error;
    } finally {
      this.#open.delete(question);
      signal.removeEventListener('abort', withdraw);
    }
  }

  /** Withdraws the open questions whose subject passes the test; all of them by default. */
  cancel(isMeant: (subject: QuestionSubject) => boolean = () => true): void {
    for (const { subject, withdrawal } of this.#open) if (isMeant(subject)) withdrawal.abort();
  }
}
