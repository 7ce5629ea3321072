import { LogError, type SessionLog } from '@emend/acp/log';

/** Follows one session while a turn writes to it, and starts again where its log failed. */
export class Follower {
  readonly #log: SessionLog;
  readonly #sessionId: string;
  readonly #end = new AbortController();
  readonly #following: Promise<void>;
  #next: number;
  #arrived = () => {};

  constructor(log: SessionLog, sessionId: string, from: number) {
    this.#log = log;
    this.#sessionId = sessionId;
    this.#next = from;
    this.#following = this.#follow();
    // Reported by `end`, which is called only if the turn gets that far.
    this.#following.catch(() => {});
  }

  /** Resolves once every entry before a position has been seen; rejects if one was seen twice or out of order. */
  async end(position: number): Promise<void> {
    const arrived = new Promise<void>((resolve) => {
      this.#arrived = () => this.#next >= position && resolve();
    });
    this.#arrived();
    await Promise.race([arrived, this.#following]);
    this.stop();
    await this.#following;
  }

  /** Stops following, wherever it is. */
  stop(): void {
    this.#end.abort();
  }

  async #follow(): Promise<void> {
    while (!this.#end.signal.aborted) {
      try {
        for await (const entries of this.#log.follow(this.#sessionId, this.#next, this.#end.signal)) {
          for (const { position } of entries) {
            if (position < this.#next) throw new Error(`A follower saw entry ${position} after ${this.#next - 1}.`);
            this.#next = position + 1;
          }
          this.#arrived();
        }
      } catch (error) {
        if (!(error instanceof LogError) && error !== this.#end.signal.reason) throw error;
      }
      // A log that is being reopened refuses at once; retrying must not block everything else.
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
