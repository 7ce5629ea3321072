/** A pending request of the client. */
interface WaitingRequest {
  readonly id: unknown;
  readonly method: string;
  readonly params: unknown;
}

/** A queue of requests; taking one costs the same however many are queued. */
export class RequestQueue {
  #requests: WaitingRequest[] = [];
  #taken = 0;

  get first(): WaitingRequest | undefined {
    return this.#requests[this.#taken];
  }

  add(request: WaitingRequest): void {
    this.#requests.push(request);
  }

  /** Removes and returns the first request. */
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
