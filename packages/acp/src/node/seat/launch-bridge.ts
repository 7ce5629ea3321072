import type { Transport } from '../../transport/transport.ts';
import type { Exit } from '../process/agent-process.ts';
import { type LaunchOptions, launchAgent } from '../process/launch-agent.ts';
import { namesAgent, withAgent } from './agent-placeholder.ts';
import { AgentSeat } from './agent-seat.ts';

/** A bridge that runs as a child process between a client and an agent that this process plays. */
export interface LaunchedBridge {
  /** The transport of the client. Closing it ends the bridge. */
  readonly transport: Transport;
  /** How the process ended, once it has. */
  readonly exited: Promise<Exit>;
  /** The transports of the agent: one for each start of the agent by the bridge. */
  readonly agents: AsyncIterable<Transport>;
}

/** Starts a bridge as a child process. In its command, `{agent}` stands for the agent. */
export async function launchBridge(command: readonly string[], options: LaunchOptions = {}): Promise<LaunchedBridge> {
  if (!namesAgent(command)) throw new RangeError('The command of a bridge has {agent} where its agent goes.');
  const seat = await AgentSeat.open();
  try {
    const [program = '', ...args] = withAgent(command, seat.command);
    const { transport, exited } = await launchAgent(program, args, options);
    // A run of the agent that has not ended with the bridge ends now.
    void exited.then(() => seat.close());
    return { transport, exited, agents: transportsOf(seat) };
  } catch (error) {
    await seat.close();
    throw error;
  }
}

async function* transportsOf(seat: AgentSeat): AsyncGenerator<Transport> {
  for await (const { transport } of seat.agents) yield transport;
}
