import type { Dialect } from '../../../protocol/dialects.ts';
import type { JsonObject } from '../../../protocol/reading/guard.ts';
import type { SharedScope } from '../check-run.ts';
import type { LentTransport } from '../lent-transport.ts';
import { PeerPool } from '../peer-pool.ts';
import type { StartedPeer } from '../started-peer.ts';
import type { SeenFrame } from '../verdict.ts';

/**
 * With whom a check shares its connection: with nobody, with checks that treat an agent well, or with those that send it what is wrong.
 */
export type Company = 'own' | 'shared' | 'hostile';

/** A connection to an agent that has completed its handshake, for the next check. */
export interface OpenAgent {
  readonly connection: LentTransport;
  /** The agent as it was started. */
  readonly peer: StartedPeer;
  /** The frames of its handshake. */
  readonly handshake: readonly SeenFrame[];
  /** The result with which the agent answered `initialize`. */
  readonly initialized: JsonObject;
  /** The first id that no request has had. */
  readonly nextId: number;
}

/** A session with one turn, whose connection has ended. */
export interface EarlierSession {
  readonly sessionId: string;
  /** The updates of the turn as it happened. */
  readonly told: readonly SeenFrame[];
  /** The id that the prompt was answered with. */
  readonly messageId: unknown;
}

/** What the checks of one dialect share with others of the same company. */
export interface AgentShare {
  /** Returns a connection that no check uses, if there is one. */
  take(): OpenAgent | undefined;
  /** Leaves a connection to the next check. */
  giveBack(agent: OpenAgent): void;
  /** Returns the session that all checks may open again and none may change; the first one that asks makes it. */
  earlier(make: () => Promise<EarlierSession>): Promise<EarlierSession>;
}

/** What the checks of an agent leave to one another while a run lasts, so that the agent is not started for each. */
export class RestingAgents implements SharedScope {
  readonly #pool = new PeerPool<RestingAgent>();
  readonly #earlier = new Map<string, Promise<EarlierSession>>();
  #isOpen = false;

  begin(): void {
    this.#isOpen = true;
    this.#pool.begin();
  }

  async end(): Promise<void> {
    this.#isOpen = false;
    this.#earlier.clear();
    await this.#pool.end();
  }

  /** Returns what the checks of a dialect share; outside of a run, and for those that want to be alone, there is nothing. */
  of(dialect: Dialect, company: Company): AgentShare | undefined {
    if (company === 'own' || !this.#isOpen) return undefined;
    const name = `${dialect} ${company}`;
    return {
      take: () => this.#pool.take(name)?.agent,
      giveBack: (agent) => this.#pool.giveBack(name, new RestingAgent(agent)),
      earlier: (make) => this.#earlierOf(name, make),
    };
  }

  #earlierOf(name: string, make: () => Promise<EarlierSession>): Promise<EarlierSession> {
    const known = this.#earlier.get(name);
    if (known !== undefined) return known;
    const made = make();
    // It is awaited by whoever makes it; until others ask, a failure is not unhandled.
    made.catch(() => {});
    this.#earlier.set(name, made);
    return made;
  }
}

/** A connection that no check uses. */
class RestingAgent {
  readonly agent: OpenAgent;

  constructor(agent: OpenAgent) {
    this.agent = agent;
  }

  get isOver(): boolean {
    return this.agent.connection.isOver;
  }

  close(): Promise<void> {
    return this.agent.connection.close();
  }
}
