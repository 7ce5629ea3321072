import type { IncomingMessage } from 'node:http';

type Step = { readonly done: false; readonly value: Uint8Array } | { readonly done: true; readonly value: undefined };

const DONE: Step = { done: true, value: undefined };

/** The body of a response, with the part of a `ReadableStream` that is needed to read it. */
export class BodyReader {
  readonly #incoming: IncomingMessage;
  readonly #signal: AbortSignal | undefined;
  #waiting: { resolve(step: Step): void; reject(cause: unknown): void } | undefined;
  #failure: { readonly cause: unknown } | undefined;

  constructor(incoming: IncomingMessage, signal: AbortSignal | undefined) {
    this.#incoming = incoming;
    this.#signal = signal;
    incoming.on('readable', () => this.#deliver());
    incoming.on('end', () => this.#deliver());
    incoming.on('error', (cause) => this.#fail(cause));
    incoming.on('close', () => {
      if (!incoming.readableEnded) this.#fail(new Error('The connection was closed in the middle of a response.'));
    });
  }

  /** The body reads itself. */
  getReader(): this {
    return this;
  }

  /** Returns everything that has arrived, once there is something. */
  read(): Promise<Step> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#deliver();
    });
  }

  /** Ends the response. */
  cancel(): Promise<void> {
    this.#failure ??= { cause: new Error('The response was cancelled.') };
    this.#incoming.destroy();
    return Promise.resolve();
  }

  /** A body is read by one reader only, so there is nothing to release. */
  releaseLock(): void {}

  /** Returns the rest as text. */
  async text(): Promise<string> {
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await this.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
    }
  }

  #deliver(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const chunk: Uint8Array | null = this.#incoming.read();
    if (chunk !== null) this.#settle(() => waiting.resolve({ done: false, value: chunk }));
    else if (this.#failure !== undefined) this.#fail(this.#failure.cause);
    else if (this.#incoming.readableEnded) this.#settle(() => waiting.resolve(DONE));
  }

  #fail(cause: unknown): void {
    this.#failure ??= { cause: this.#signal?.aborted === true ? this.#signal.reason : cause };
    const { cause: first } = this.#failure;
    const waiting = this.#waiting;
    if (waiting !== undefined) this.#settle(() => waiting.reject(first));
  }

  #settle(settle: () => void): void {
    this.#waiting = undefined;
    settle();
  }
}
