import type { Client } from '../../roles/client/client.ts';
import { connect } from '../../roles/client/connect.ts';
import type { ClientOptions } from '../../roles/client/options.ts';
import type { Transport } from '../../transport/transport.ts';
import type { AgentProcess } from './agent-process.ts';
import { AgentStarter } from './agent-starter.ts';
import type { LaunchOptions } from './launch-agent.ts';

/** Options of `spawnAgent`: of the process, and of the client. */
export type SpawnAgentOptions = LaunchOptions & ClientOptions;

/** A client whose agent runs as a child process. Closing it ends the agent with everything it started. */
export type SpawnedAgent = Client & { readonly process: AgentProcess };

/** Starts an agent as a child process and connects to it. The signal aborts both; errors have the end of the agent's standard error. */
export async function spawnAgent(
  command: string,
  args: readonly string[] = [],
  options: SpawnAgentOptions = {},
): Promise<SpawnedAgent> {
  const starter = new AgentStarter(command, args, options);
  const process = await starter.start();
  const restart = async (): Promise<Transport> => (await starter.start()).transport;
  // The signal aborts the start-up, which ends the process and so the handshake.
  const { signal, ...clientOptions } = options;
  const connecting = connect(process.transport, { ...clientOptions, bridge: { restart, ...clientOptions.bridge } });
  const client = await starter.startUp(connecting, signal);
  return Object.assign(client, { process: starter.process ?? process });
}
