import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Client, type ClientOptions, connect } from '@emend/acp';
import { AgentProcess, type PipedChild } from '@emend/acp/node';
import { activityOf } from './process-group.ts';
import { type PacedTransport, paced } from './slow-reader.ts';

const program = fileURLToPath(new URL('agent.js', import.meta.url));

/** An agent process with a client at our end of the line. */
export interface RunningAgent {
  readonly client: Client;
  readonly process: AgentProcess;
  readonly line: PacedTransport;
  readonly version: 1 | 2;
  /** Leaves in the middle of a frame, as a client that is killed does. */
  leave(): void;
}

/** Starts an agent on a store and shakes hands. */
export async function startAgent(
  folder: string,
  version: 1 | 2,
  sabotage: string,
  options: ClientOptions,
): Promise<RunningAgent> {
  const child: PipedChild = spawn(process.execPath, ['--expose-gc', program, folder, String(version), sabotage], {
    stdio: 'pipe',
    detached: true,
  });
  child.on('error', () => {});
  const agent = new AgentProcess(child, child.pid ?? 0, { graceMilliseconds: 1_000 });
  const line = paced(agent.transport);
  const patience = AbortSignal.timeout(60_000);
  let activity = '';
  patience.addEventListener('abort', () => {
    activity = activityOf(agent.pid);
  });
  const client = await agent.startUp(connect(line.transport, options), patience).catch((cause: unknown) => {
    throw new Error(`an agent did not start: ${cause} ${activity} ${agent.stderrTail}`, { cause });
  });
  return {
    client,
    process: agent,
    line,
    version,
    leave() {
      child.stdin.write('{"jsonrpc":"2.0","id":1,"meth');
      child.stdin.destroy();
    },
  };
}
