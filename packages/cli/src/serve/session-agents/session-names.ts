/** A session of one of the agents, and what its client calls it. */
export interface NamedSession {
  /** The agent that has it; `undefined` once that has ended. */
  agent: number | undefined;
  /** The agent's own id of it. */
  readonly own: string;
  /** The id that the client knows, which is the agent's own unless another agent has a session of that id. */
  readonly name: string;
  /** Whether its agent has said that it works on it. */
  isBusy: boolean;
}

/** Gives the sessions of several agents ids that differ. */
export class SessionNames {
  readonly #byName = new Map<string, NamedSession>();
  readonly #byAgent = new Map<number, Map<string, NamedSession>>();
  #minted = 0;

  /** Returns the session that a client means. */
  named(name: unknown): NamedSession | undefined {
    return typeof name === 'string' ? this.#byName.get(name) : undefined;
  }

  /** Returns the session of an agent by the agent's own id, if it is known. */
  find(agent: number, own: unknown): NamedSession | undefined {
    return typeof own === 'string' ? this.#byAgent.get(agent)?.get(own) : undefined;
  }

  /** Returns the session of an agent by the agent's own id; one that is new gets a name. */
  claim(agent: number, own: string): NamedSession {
    const known = this.find(agent, own);
    if (known !== undefined) return known;
    const session: NamedSession = { agent, own, name: this.#free(own), isBusy: false };
    this.#byName.set(session.name, session);
    this.give(session, agent);
    return session;
  }

  /** Gives a session to an agent, which loads it by its own id of it. */
  give(session: NamedSession, agent: number): void {
    session.agent = agent;
    const sessions = this.#byAgent.get(agent) ?? new Map<string, NamedSession>();
    this.#byAgent.set(agent, sessions.set(session.own, session));
  }

  /** Takes a session from its agent, which could not load it. */
  take(session: NamedSession): void {
    if (session.agent !== undefined) this.#byAgent.get(session.agent)?.delete(session.own);
    session.agent = undefined;
  }

  /** How many sessions an agent has. */
  count(agent: number): number {
    return this.#byAgent.get(agent)?.size ?? 0;
  }

  /** Forgets a session that was closed. */
  release({ agent, own, name }: NamedSession): void {
    this.#byName.delete(name);
    if (agent !== undefined) this.#byAgent.get(agent)?.delete(own);
  }

  /** Keeps the sessions of an agent that has ended, without the agent, and returns them. */
  orphan(agent: number): readonly NamedSession[] {
    const sessions = [...(this.#byAgent.get(agent)?.values() ?? [])];
    for (const session of sessions) session.agent = undefined;
    this.#byAgent.delete(agent);
    return sessions;
  }

  #free(own: string): string {
    let name = own;
    while (this.#byName.has(name)) {
      this.#minted += 1;
      name = `${own}-emend-${this.#minted + 1}`;
    }
    return name;
  }
}
