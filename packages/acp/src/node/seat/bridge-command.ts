import type { Transport } from '../../transport/transport.ts';
import type { Exit } from '../process/agent-process.ts';
import { launchAgent } from '../process/launch-agent.ts';
import { namesAgent, withAgent } from './agent-placeholder.ts';
import { AgentSeat } from './agent-seat.ts';

/** A bridge that runs as a child process between a client and an agent that this process plays. */
export interface BridgeProcess {
  /** The transport of the client. Closing it ends the bridge. */
  readonly transport: Transport;
  /** How the bridge ended, once it has. */
  readonly exited: Promise<Exit>;
  /** The transports of the agent, one for each start of the agent by the bridge. */
  readonly agents: AsyncIterable<Transport>;
  /** The last lines of its standard error. */
  lastWords(): string;
  /** The last lines of its standard error so far. */
  readonly stderrTail: string;
  /** Ends the bridge with everything it has started. */
  end(): Promise<void>;
  /** Ends the bridge, and returns whether it had exited and left processes behind. */
  leavesProcesses(): Promise<boolean>;
}

/** What a check asks of the start of a bridge. */
interface BridgeStart {
  /** How long the bridge may take to exit by itself when its input has ended, in milliseconds, before it is ended by force. */
  readonly graceMilliseconds: number;
  /** How long what the bridge has left behind may take to end after it, in milliseconds, before it is ended by force. */
  readonly leftoverGraceMilliseconds?: number;
}

/**
 * Makes a bridge of a command in which `{agent}` stands for its agent. What is returned starts the command, and is the first argument of
 * `checkBridge`. It rejects if the command cannot be run.
 */
export function bridgeCommand(command: readonly string[]): (start: BridgeStart) => Promise<BridgeProcess> {
  if (!namesAgent(command)) throw new RangeError('The command of a bridge must have {agent} where its agent goes.');
  return async (start) => {
    const seat = await AgentSeat.open();
    try {
      const [program = '', ...args] = withAgent(command, seat.command);
      const bridge = await launchAgent(program, args, start);
      const end = async () => {
        await bridge.terminate();
        await seat.close();
      };
      // An agent that the bridge has left behind ends with it.
      void bridge.exited.then(end);
      const { transport, exited } = bridge;
      return {
        transport,
        exited,
        agents: transportsOf(seat),
        lastWords: () => bridge.stderrTail,
        get stderrTail() {
          return bridge.stderrTail;
        },
        end,
        leavesProcesses: () => bridge.leavesProcesses(),
      };
    } catch (error) {
      await seat.close();
      throw error;
    }
  };
}

async function* transportsOf(seat: AgentSeat): AsyncGenerator<Transport> {
  for await (const { transport } of seat.agents) yield transport;
}
