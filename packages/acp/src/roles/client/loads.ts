import { unlessAborted } from '../../transport/unless-aborted.ts';

/** The loads of a connection that are under way, at most one a session; prompts and further loads of a session wait for its load. */
export class Loads {
  readonly #running = new Map<string, Promise<void>>();

  /** The load of a session that is under way, as a promise that never rejects. */
  of(sessionId: string): Promise<void> | undefined {
    return this.#running.get(sessionId);
  }

  /** Runs a load once no other load of the session is under way; aborting a signal while it waits gives it up. */
  async run<T>(sessionId: string, load: () => Promise<T>, signals: readonly AbortSignal[]): Promise<T> {
    for (let other = this.of(sessionId); other !== undefined; other = this.of(sessionId))
      await unlessAborted(other, signals);
    const running = load();
    const done = (): void => void this.#running.delete(sessionId);
    // Forgotten before anybody who waits for it goes on.
    this.#running.set(sessionId, running.then(done, done));
    return running;
  }
}
