import { type KeyPress, KeyReader } from './keys.ts';

/** How long the rest of an escape sequence may take, in milliseconds; without a rest it was the Escape key. */
const patience = 50;

/** Turns terminal input into key presses. */
export class KeyInput {
  readonly #keys = new KeyReader();
  readonly #onPresses: (presses: Iterable<KeyPress>) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onPresses: (presses: Iterable<KeyPress>) => void) {
    this.#onPresses = onPresses;
  }

  /** Adds text as the terminal sends it. */
  push(text: string): void {
    clearTimeout(this.#timer);
    this.#onPresses(this.#keys.push(text));
    if (this.#keys.isWaiting) this.#timer = setTimeout(() => this.#onPresses(this.#keys.flush()), patience);
  }

  /** Stops the timer. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
