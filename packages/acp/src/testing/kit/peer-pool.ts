import type { SharedScope } from './check-run.ts';

/** A peer that several checks can use, one after the other. */
interface ReusablePeer {
  /** Whether it has ended by itself. */
  readonly isOver: boolean;
  /** Ends it. */
  close(): Promise<void>;
}

/**
 * The peers that wait for the next check that can use them, since to start one takes longer than most checks. Outside of a run nothing is
 * kept: a test runner that runs single checks does not say which is the last.
 */
export class PeerPool<Peer extends ReusablePeer> implements SharedScope {
  readonly #idle: { readonly key: string; readonly peer: Peer }[] = [];
  readonly #closing = new Set<Promise<void>>();
  #isOpen = false;

  begin(): void {
    this.#isOpen = true;
  }

  /** Takes a peer of a kind, if there is one. */
  take(key: string): Peer | undefined {
    for (;;) {
      const at = this.#idle.findIndex((idle) => idle.key === key);
      const [found] = at < 0 ? [] : this.#idle.splice(at, 1);
      if (found === undefined || !found.peer.isOver) return found?.peer;
      this.#close(found.peer);
    }
  }

  /** Keeps a peer for the next check. */
  giveBack(key: string, peer: Peer): void {
    if (this.#isOpen) this.#idle.push({ key, peer });
    else this.#close(peer);
  }

  /** Ends every peer that waits, and those that are given back later. */
  async end(): Promise<void> {
    this.#isOpen = false;
    for (const { peer } of this.#idle.splice(0)) this.#close(peer);
    await Promise.all(this.#closing);
  }

  #close(peer: Peer): void {
    const closing = peer.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
