import type { Client } from '../../roles/client/client.ts';
import { connect } from '../../roles/client/connect.ts';
import type { ClientOptions } from '../../roles/client/options.ts';
import type { Transport } from '../../transport/transport.ts';
import type { AgentProcess } from './agent-process.ts';
import { AgentStarter } from './agent-starter.ts';
import type { LaunchOptions } from './launch-agent.ts';

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
  const starter = new AgentStarter(command, args, options);
  const process = await starter.start();
  const restart = async (): Promise<Transport> => (await starter.start()).transport;
  // The start-up has the signal; the handshake itself fails with the process.
  const { signal, ...clientOptions } = options;
  const connecting = connect(process.transport, { ...clientOptions, bridge: { restart, ...clientOptions.bridge } });
  const client = await starter.startUp(connecting, signal);
  return Object.assign(client, { process: starter.process ?? process });
}
