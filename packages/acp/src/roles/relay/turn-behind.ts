import { unlessAborted } from '../../transport/unless-aborted.ts';
import { inTime } from './in-time.ts';

/** A turn that an agent behind works on. */
export class TurnBehind<Answer> {
  /** The answer of the agent. Rejects with the reason of the signal if the agent does not end the turn in time after that has aborted. */
  readonly answer: Promise<Answer>;
  /** Resolves when the agent has ended the turn. */
  readonly ended: Promise<void>;
  readonly #late = new AbortController();
  #hasEnded = false;

  /** `signal` cancels the turn, which the agent may then take `patience` milliseconds to end; `onLate` is called if it takes longer. */
  constructor(work: Promise<Answer>, signal: AbortSignal, patience: number, onLate: () => void) {
    const end = (): void => {
      this.#hasEnded = true;
    };
    this.ended = work.then(end, end);
    this.answer = unlessAborted(work, [this.#late.signal]);
    const wait = async (): Promise<void> => {
      if (await inTime(this.ended, patience)) return;
      this.#late.abort(signal.reason);
      onLate();
    };
    if (signal.aborted) void wait();
    else signal.addEventListener('abort', wait, { once: true });
    void this.ended.then(() => signal.removeEventListener('abort', wait));
  }

  /** Whether the agent still works on it. */
  get isRunning(): boolean {
    return !this.#hasEnded;
  }

  /** Whether it was cancelled, and the agent has not ended it in time. */
  get isLate(): boolean {
    return this.isRunning && this.#late.signal.aborted;
  }
}
