/** A promise to wait at, opened or failed from outside. */
export class Gate {
  readonly promise: Promise<void>;
  #resolve!: () => void;
  #reject!: (cause: unknown) => void;

  constructor() {
    this.promise = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A sender may choose not to wait, and then must not be struck by an unhandled rejection.
    this.promise.catch(() => {});
  }

  open(): void {
    this.#resolve();
  }

  fail(cause: unknown): void {
    this.#reject(cause);
  }
}

/** A rejected promise that may go unobserved. */
export function rejected(cause: unknown): Promise<void> {
  const promise = Promise.reject(cause);
  promise.catch(() => {});
  return promise;
}
