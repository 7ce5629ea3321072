import type { Watch } from '@emend/acp/log/store';

/** How often to look, in milliseconds. */
const interval = 25;

/** Looks at an interval whether another process has written, while a session is followed. */
export class ChangePoll implements Watch {
  readonly #dataVersion: () => number;
  readonly #onChange: () => void;
  #timer: NodeJS.Timeout | undefined;
  #seen: number | undefined;

  /** `dataVersion` changes with every commit of another process and may throw; `onChange` may not. */
  constructor(dataVersion: () => number, onChange: () => void) {
    this.#dataVersion = dataVersion;
    this.#onChange = onChange;
  }

  /** Starts looking. */
  start(): void {
    this.#seen = this.#look();
    this.#timer = setInterval(() => this.#compare(), interval);
  }

  /** Stops looking. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #compare(): void {
    const now = this.#look();
    if (now === undefined || now !== this.#seen) this.#onChange();
    this.#seen = now;
  }

  /** Returns undefined if the file cannot be read, which counts as a change: followers then read and get the error. */
  #look(): number | undefined {
    try {
      return this.#dataVersion();
    } catch {
      return undefined;
    }
  }
}
