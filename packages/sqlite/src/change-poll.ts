/** How often to look whether another process has written, in milliseconds. */
const interval = 25;

/** Looks again and again whether another process has written, for as long as somebody follows a session. */
export class ChangePoll {
  readonly #dataVersion: () => number;
  readonly #onChange: () => void;
  #followers = 0;
  #timer: NodeJS.Timeout | undefined;
  #seen: number | undefined;

  /** `dataVersion` changes with every commit of another process and may throw; `onChange` may not. */
  constructor(dataVersion: () => number, onChange: () => void) {
    this.#dataVersion = dataVersion;
    this.#onChange = onChange;
  }

  /** One follower more. */
  join(): void {
    this.#followers += 1;
    if (this.#timer !== undefined) return;
    this.#seen = this.#look();
    this.#timer = setInterval(() => this.#compare(), interval);
  }

  /** One follower less. */
  leave(): void {
    this.#followers -= 1;
    if (this.#followers === 0) this.stop();
  }

  /** Stops looking, whoever follows. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #compare(): void {
    const now = this.#look();
    if (now === undefined || now !== this.#seen) this.#onChange();
    this.#seen = now;
  }

  /** Undefined if the file cannot be read, which counts as a change: whoever follows then reads and meets the error itself. */
  #look(): number | undefined {
    try {
      return this.#dataVersion();
    } catch {
      return undefined;
    }
  }
}
