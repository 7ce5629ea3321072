/** Gathers the answers to the entries of one batch and sends them as one array when the last is there (B6). */
export class BatchAnswer {
  readonly #send: (text: string) => Promise<void> | undefined;
  readonly #answers: string[] = [];
  #open = 1;

  constructor(send: (text: string) => Promise<void> | undefined) {
    this.#send = send;
  }

  /** One more answer is to come. */
  expect(): void {
    this.#open += 1;
  }

  /** One of the expected answers. */
  add(text: string): Promise<void> | undefined {
    this.#answers.push(text);
    return this.settle();
  }

  /** One thing less to wait for; the entries themselves count as one. */
  settle(): Promise<void> | undefined {
    this.#open -= 1;
    // Nothing goes back for notifications alone, not even an empty array (B4, B6).
    return this.#open === 0 && this.#answers.length > 0 ? this.#send(`[${this.#answers.join(',')}]`) : undefined;
  }
}
