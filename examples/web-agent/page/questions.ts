import type { ClientOptions } from '@emend/acp';

type Ask = NonNullable<ClientOptions['requestPermission']>;

/** The permission requests that wait for a button of the page. */
export class Questions {
  readonly #open = new Map<number | string | null, (optionId: string) => void>();

  /** Asks the user; `session.state.permissions` lists the request while it is open. */
  readonly ask: Ask = (_request, { requestId, signal }) =>
    new Promise((resolve) => {
      this.#open.set(requestId, resolve);
      signal.addEventListener('abort', () => this.#open.delete(requestId));
    });

  /** Answers a request with one of its options. */
  answer(requestId: number | string | null, optionId: string): void {
    this.#open.get(requestId)?.(optionId);
    this.#open.delete(requestId);
  }
}
