import type { Client } from '../roles/client.ts';
import type { ClientOptions } from '../roles/client-options.ts';
import { connect } from '../roles/connect.ts';
import type { Transport } from '../transport/transport.ts';
import type { AgentProcess } from './agent-process.ts';
import { type LaunchOptions, launchAgent } from './launch-agent.ts';
import { startUp } from './start-up.ts';

/** How to launch an agent and what the client on our side is. */
export type SpawnAgentOptions = LaunchOptions & ClientOptions;

/** A client whose agent runs as a child process; closing it ends the agent with everything it started. */
export type SpawnedAgent = Client & { readonly process: AgentProcess };

/** Launches an agent and shakes hands with it; the signal bounds both, and an error carries the end of its standard error. */
export async function spawnAgent(
  command: string,
  args: readonly string[] = [],
  options: SpawnAgentOptions = {},
): Promise<SpawnedAgent> {
  const launches: Promise<AgentProcess>[] = [];
  function launch(): Promise<AgentProcess> {
    const launched = launchAgent(command, args, options);
    launches.push(launched);
    return launched;
  }
  // An agent that must be asked for v1 in a new conversation is started again.
  async function restart(): Promise<Transport> {
    process = await launch();
    return process.transport;
  }
  let process = await launch();
  // The start-up has the signal; the handshake itself fails with the process.
  const { signal, ...clientOptions } = options;
  const connecting = connect(process.transport, { ...clientOptions, bridge: { restart, ...clientOptions.bridge } });
  const client = await startUp(connecting, launches, signal);
  return Object.assign(client, { process });
}
