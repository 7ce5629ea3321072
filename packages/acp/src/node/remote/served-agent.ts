import type { RemoteConnection } from '../../remote/server/connection.ts';
import type { Agent } from '../../roles/agent/agent.ts';
import type { AgentConnection } from '../../roles/agent/connection.ts';
import { type ServeOptions, serve } from '../../roles/agent/serve.ts';
import { within } from '../process/within.ts';

/** How long a cancelled turn is waited for, in milliseconds. */
const TURN_PATIENCE = 5_000;

/** An agent that serves remote connections; its turns may go on after their client has left. */
export class ServedAgent {
  readonly #agent: Agent;
  readonly #options: ServeOptions;
  readonly #connections = new Set<AgentConnection>();

  constructor(agent: Agent, options: ServeOptions) {
    this.#agent = agent;
    // A network that fails is no wish to stop. Without a store nobody could ever see what the turn still says.
    const whenClientLeaves = agent.definition.sessions === undefined ? 'cancel' : 'finish';
    this.#options = { whenClientLeaves, ...options };
  }

  /** Serves the agent to a new client. */
  connect({ transport }: RemoteConnection): void {
    const connection = serve(this.#agent, transport, this.#options);
    this.#connections.add(connection);
    void settled(connection).then(() => this.#connections.delete(connection));
  }

  /** Waits until no turn is running any more, also of clients that have left, for at most the given milliseconds. */
  async finish(grace: number): Promise<void> {
    await within(grace, Promise.all([...this.#connections].map(settled)));
  }

  /** Ends all connections, cancels their turns and waits for them to end; for those that ignore it, not for long. */
  async close(): Promise<void> {
    const connections = [...this.#connections];
    await Promise.all(connections.map((connection) => connection.close()));
    await within(TURN_PATIENCE, Promise.all(connections.map(settled)));
  }
}

async function settled(connection: AgentConnection): Promise<void> {
  await connection.closed;
  await connection.settled();
}
