import type { ElicitationAnswer } from '../client/elicitation.ts';

/** The pages that an agent behind has asked users to visit, by the id of the request, until it says that what they are for is done. */
export class AskedPages {
  readonly #open = new Map<string, AbortController>();

  /** Asks for a page; the signal that `ask` gets aborts when the page is complete, or when that of the request does. */
  async ask(
    id: string,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<ElicitationAnswer>,
  ): Promise<ElicitationAnswer> {
    const completed = new AbortController();
    this.#open.set(id, completed);
    const answer = await ask(AbortSignal.any([signal, completed.signal]));
    // Nobody visits it.
    if (answer.action !== 'accept' && this.#open.get(id) === completed) this.#open.delete(id);
    return answer;
  }

  /** Takes back what is still asked about a page that is complete. Returns whether it was one of these. */
  complete(id: string): boolean {
    this.#open.get(id)?.abort();
    return this.#open.delete(id);
  }
}
