/** A promise that is resolved or rejected from outside. */
export class Gate {
  readonly promise: Promise<void>;
  #resolve!: () => void;
  #reject!: (cause: unknown) => void;

  constructor() {
    this.promise = new Promise<void>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A sender may choose not to wait, which must not become an unhandled rejection.
    this.promise.catch(() => {});
  }

  open(): void {
    this.#resolve();
  }

  fail(cause: unknown): void {
    this.#reject(cause);
  }
}

/** Returns a rejected promise that may be ignored. */
export function rejected(cause: unknown): Promise<void> {
  const promise = Promise.reject(cause);
  promise.catch(() => {});
  return promise;
}
