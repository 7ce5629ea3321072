/** A peer that was started and has to be ended. */
interface RunningPeer {
  end(): Promise<unknown>;
  /** The end of its standard error. */
  lastWords(): string;
}

/** The peers that a run has started, for those who end the run. */
export class RunningPeers {
  readonly #running = new Set<RunningPeer>();
  #last: RunningPeer | undefined;
  #isEnding = false;

  /** The end of the standard error of the peer that was started last. */
  get lastWords(): string {
    return this.#last?.lastWords() ?? '';
  }

  /** Starts a peer and keeps it until `leave` is called; rejects once the run is being ended. */
  async start<Peer>(
    launch: () => Promise<Peer>,
    running: (peer: Peer) => RunningPeer,
  ): Promise<{ readonly peer: Peer; leave(): void }> {
    if (this.#isEnding) throw new Error('The run was stopped.');
    const peer = await launch();
    const kept = running(peer);
    this.#last = kept;
    this.#running.add(kept);
    // It was stopped while the peer started.
    if (this.#isEnding) await kept.end();
    return { peer, leave: () => this.#running.delete(kept) };
  }

  /** Ends every peer that still runs; from now on none can be started. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all([...this.#running].map((peer) => peer.end()));
  }
}
