/** Gathers the answers to the entries of one batch and sends them as one array when the last is there (B6). */
export class BatchAnswer {
  readonly #send: (text: string) => Promise<void> | undefined;
  readonly #answers: string[] = [];
  readonly #sent: (() => void)[] = [];
  #open = 1;

  constructor(send: (text: string) => Promise<void> | undefined) {
    this.#send = send;
  }

  /** One more answer is to come. */
  expect(): void {
    this.#open += 1;
  }

  /** One of the expected answers; `onSent` is told when the array that has it is on its way. */
  add(text: string, onSent?: () => void): Promise<void> | undefined {
    this.#answers.push(text);
    if (onSent !== undefined) this.#sent.push(onSent);
    return this.settle();
  }

  /** One thing less to wait for; the entries themselves count as one. */
  settle(): Promise<void> | undefined {
    this.#open -= 1;
    // Nothing goes back for notifications alone, not even an empty array (B4, B6).
    if (this.#open > 0 || this.#answers.length === 0) return undefined;
    const room = this.#send(`[${this.#answers.join(',')}]`);
    for (const onSent of this.#sent) onSent();
    return room;
  }
}
