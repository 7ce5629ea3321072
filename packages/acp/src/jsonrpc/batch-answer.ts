/** Collects the answers to the entries of a batch and sends them as one array when the last has come. */
export class BatchAnswer {
  readonly #send: (text: string) => Promise<void> | undefined;
  readonly #answers: string[] = [];
  readonly #sent: (() => void)[] = [];
  #open = 1;

  constructor(send: (text: string) => Promise<void> | undefined) {
    this.#send = send;
  }

  /** Expects one more answer. */
  expect(): void {
    this.#open += 1;
  }

  /** Adds an expected answer; `onSent` is called when the array that contains it has been given to the transport. */
  add(text: string, onSent?: () => void): Promise<void> | undefined {
    this.#answers.push(text);
    if (onSent !== undefined) this.#sent.push(onSent);
    return this.settle();
  }

  /** Expects one answer less. A new batch expects one for itself, until all its entries have been counted. */
  settle(): Promise<void> | undefined {
    this.#open -= 1;
    // Notifications alone get no answer, not even an empty array (B4, B6).
    if (this.#open > 0 || this.#answers.length === 0) return undefined;
    const room = this.#send(`[${this.#answers.join(',')}]`);
    for (const onSent of this.#sent) onSent();
    return room;
  }
}
