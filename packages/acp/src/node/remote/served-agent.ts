import type { RemoteConnection } from '../../remote/server/connection.ts';
import type { Agent } from '../../roles/agent/agent.ts';
import type { AgentConnection } from '../../roles/agent/connection.ts';
import { type ServeOptions, serve } from '../../roles/agent/serve.ts';
import { within } from '../process/within.ts';

/** How long a cancelled turn is waited for, in milliseconds. */
const TURN_PATIENCE = 5_000;

/** Returns who the client of a connection is, and what it may do. */
type IdentifyClient = (connection: RemoteConnection) => Pick<ServeOptions, 'principal' | 'access' | 'isLocal'>;

/** An agent that serves remote connections; its turns may go on after their client has left. */
export class ServedAgent {
  readonly #agent: Agent;
  readonly #options: ServeOptions;
  readonly #identify: IdentifyClient;
  readonly #connections = new Set<AgentConnection>();

  /** `identify` returns what is known of who made a connection. */
  constructor(agent: Agent, options: ServeOptions, identify: IdentifyClient = () => ({})) {
    this.#agent = agent;
    this.#identify = identify;
    // A network that fails is no wish to stop. Without a store nobody could ever see what the turn still says.
    const isDurable = agent.definition.sessions !== undefined;
    const whenClientLeaves = isDurable ? 'finish' : 'cancel';
    // Whoever connects next can answer.
    const unattended = isDurable ? 'wait' : 'reject';
    this.#options = { whenClientLeaves, unattended, ...options };
  }

  /** Serves the agent to a new client. */
  connect(remote: RemoteConnection): void {
    const connection = serve(this.#agent, remote.transport, { ...this.#options, ...this.#identify(remote) });
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
