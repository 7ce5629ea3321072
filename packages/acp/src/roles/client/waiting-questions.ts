import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import { requestKey } from '../../session/request-key.ts';

interface Waiting<Asked, Answer> {
  readonly asked: Asked;
  readonly settle: (answer: Answer) => void;
}

/** Holds questions of an agent of one kind while they are open, for whoever answers first. */
export class WaitingQuestions<Asked extends { readonly requestId: RequestId }, Answer> {
  readonly #waiting = new Map<string, Waiting<Asked, Answer>>();
  readonly #listeners = new Set<() => void>();
  readonly #notify: (listener: () => void) => void;
  #open: readonly Asked[] = [];

  /** `notify` calls a listener, and reports what it throws. */
  constructor(notify: (listener: () => void) => void) {
    this.#notify = notify;
  }

  /** The questions, oldest first; the same list until it changes. */
  get open(): readonly Asked[] {
    return this.#open;
  }

  /** Calls the listener after each change of `open`, until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    // The same function may be subscribed twice, and each has its own end.
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  };

  /** Opens a question, and resolves with the first answer that it gets; `ask` may have one. It is closed when the signal aborts. */
  async decide(
    asked: Asked,
    ask: ((asked: Asked) => Promise<Answer>) | undefined,
    signal: AbortSignal,
  ): Promise<Answer> {
    const key = requestKey(asked.requestId);
    const answered = new Promise<Answer>((settle) => this.#waiting.set(key, { asked, settle }));
    const own = this.#waiting.get(key);
    const close = (): void => {
      if (this.#waiting.get(key) !== own) return;
      this.#waiting.delete(key);
      this.#changed();
    };
    signal.addEventListener('abort', close, { once: true });
    this.#changed();
    try {
      return await (ask === undefined ? answered : Promise.race([answered, ask(asked)]));
    } finally {
      signal.removeEventListener('abort', close);
      close();
    }
  }

  /** Answers a question with what `read` makes of it. Returns false if it is not open any more; `read` may throw, and it stays open. */
  settle(requestId: RequestId, read: (asked: Asked) => Answer): boolean {
    const key = requestKey(requestId);
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return false;
    const answer = read(waiting.asked);
    this.#waiting.delete(key);
    waiting.settle(answer);
    this.#changed();
    return true;
  }

  #changed(): void {
    this.#open = [...this.#waiting.values()].map(({ asked }) => asked);
    for (const listener of this.#listeners) this.#notify(listener);
  }
}
