/** A request of the client that has not been answered yet. */
interface WaitingRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
}

/** Requests in the order they came, of which any number may wait: taking one costs the same however many there are. */
export class RequestQueue {
  #requests: WaitingRequest[] = [];
  #taken = 0;

  get first(): WaitingRequest | undefined {
    return this.#requests[this.#taken];
  }

  add(request: WaitingRequest): void {
    this.#requests.push(request);
  }

  /** Takes the first away, if there is one. */
  take(): WaitingRequest | undefined {
    const { first } = this;
    if (first === undefined) return undefined;
    this.#taken++;
    if (this.#taken === this.#requests.length) {
      this.#requests = [];
      this.#taken = 0;
    }
    return first;
  }
}
