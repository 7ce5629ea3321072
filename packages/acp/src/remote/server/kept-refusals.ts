import type { HttpAnswer } from './http-exchange.ts';

/** Refusals that are kept for clients which have not got them. */
const MOST_KEPT = 256;

/** Remembers how numbered POSTs were refused, so that a client whose answer was lost is told the same again. */
export class KeptRefusals {
  readonly #answers = new Map<number, HttpAnswer>();
  /** The highest number whose refusal is no longer kept. */
  #dropped = 0;

  /** Remembers an answer if it is a refusal. */
  keep(number: number, answer: HttpAnswer): void {
    if (answer.status < 400) return;
    this.#answers.set(number, answer);
    const [oldest = 0] = this.#answers.keys();
    if (this.#answers.size <= MOST_KEPT) return;
    this.#answers.delete(oldest);
    this.#dropped = oldest;
  }

  /** Returns how a POST was refused that was handled before; `unknown` if that is no longer known, `undefined` if it was accepted. */
  of(number: number): HttpAnswer | 'unknown' | undefined {
    return this.#answers.get(number) ?? (number <= this.#dropped ? 'unknown' : undefined);
  }
}
