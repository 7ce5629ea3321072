import { type KeyPress, KeyReader } from './keys.ts';

/** How long the rest of a key's sequence may take; an escape that nothing follows is the key of that name. */
const patience = 50;

/** What comes from the keyboard, as keys. */
export class KeyInput {
  readonly #keys = new KeyReader();
  readonly #onPresses: (presses: Iterable<KeyPress>) => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onPresses: (presses: Iterable<KeyPress>) => void) {
    this.#onPresses = onPresses;
  }

  /** Takes text as the terminal sends it. */
  push(text: string): void {
    clearTimeout(this.#timer);
    this.#onPresses(this.#keys.push(text));
    if (this.#keys.isWaiting) this.#timer = setTimeout(() => this.#onPresses(this.#keys.flush()), patience);
  }

  /** Waits no longer. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
