import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Client, type ClientOptions, connect } from '@emend/acp';
import { AgentProcess, type PipedChild } from '@emend/acp/node';
import type { StartFault } from './agent-line.ts';
import type { Chance } from './chance.ts';
import { type Carrier, type Network, openNetwork } from './network.ts';
import { activityOf, kill, leftOf, markName, processesOf } from './process-mark.ts';
import { type PacedTransport, paced } from './slow-reader.ts';

const agentProgram = fileURLToPath(new URL('agent.js', import.meta.url));
const emend = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

/** How the client reaches the agent, and which version the agent speaks. */
export interface Line {
  readonly name: string;
  readonly version: 1 | 2;
  /** Whether `emend bridge` or `emend serve` runs between the two. */
  readonly hasBridge: boolean;
  /** How the client reaches `emend serve`, through a network with faults. */
  readonly carrier?: Carrier;
}

/** How an agent is reached. */
export const lines = [
  { name: 'agent without a bridge', version: 2, hasBridge: false },
  { name: 'agent behind the bridges of both ends', version: 1, hasBridge: false },
  { name: 'agent behind emend bridge', version: 1, hasBridge: true },
  { name: 'agent behind emend bridge that only passes on', version: 2, hasBridge: true },
  { name: 'agent behind emend serve, over WebSockets', version: 2, hasBridge: true, carrier: 'websocket' },
  {
    name: 'agent behind emend serve that translates, over WebSockets',
    version: 1,
    hasBridge: true,
    carrier: 'websocket',
  },
  { name: 'agent behind emend serve, over HTTP', version: 2, hasBridge: true, carrier: 'http' },
] as const satisfies readonly Line[];

/** An agent process with a client at our end of the connection. */
export interface RunningAgent {
  readonly client: Client;
  readonly reading: PacedTransport;
  readonly line: Line;
  /** The network between client and server, where there is one. */
  readonly network: Network | undefined;
  /** The processes of the connection by their role, each the leader of its process group. */
  readonly processes: ReadonlyMap<'an agent' | 'a bridge', number>;
  /** Closes the pipe from which standard error of the processes is read. */
  closeStderr(): void;
  /** Disconnects in the middle of a frame, like a client that is killed. */
  leave(): void;
  /** Ends everything. Returns the processes that were still running when they should not have been, after killing them. */
  end(): Promise<readonly number[]>;
}

/** How an agent is started. */
interface Start {
  readonly folder: string;
  readonly line: Line;
  readonly sabotage: string;
  /** What the agent does at `initialize`, if it does not answer it. */
  readonly fault: StartFault | undefined;
  readonly options: ClientOptions;
  /** Decides what the network does. */
  readonly chance: Chance;
}

/** An agent that did not start. */
export class FailedStart extends Error {
  /** The processes that were still there when they should not have been. */
  readonly left: readonly number[];

  constructor(message: string, left: readonly number[], cause: unknown) {
    super(message, { cause });
    this.left = left;
  }
}

/** Starts an agent on a store and shakes hands; rejects with {@link FailedStart}. */
export async function startAgent({ folder, line, sabotage, fault, options, chance }: Start): Promise<RunningAgent> {
  const mark = randomUUID();
  const command = [process.execPath, '--expose-gc', agentProgram, folder, String(line.version), sabotage, fault ?? ''];
  const [file = '', ...args] = [...before(line), ...command];
  const env = { ...process.env, [markName]: mark };
  const reaped = async (pids: readonly number[]) => {
    // A run that expects a finding need not wait for it as long as one that expects none.
    const left = await leftOf(() => processesOf(mark, pids), sabotage === '' ? undefined : 5_000);
    for (const each of left) kill(each);
    return left;
  };
  const child: PipedChild = spawn(file, args, { stdio: 'pipe', detached: true, env });
  child.on('error', () => {});
  // Patient: on a busy machine an agent may take its time to end.
  const first = new AgentProcess(child, child.pid ?? 0, { graceMilliseconds: 10_000 });
  const network = line.carrier === undefined ? undefined : await openNetwork(first.transport, line.carrier, chance);
  const reading = paced(network?.transport ?? first.transport);
  const stop = async () => {
    // A server does not end with its input.
    if (network !== undefined) kill(first.pid, 'SIGTERM');
    await first.close();
    await network?.close();
  };
  const patience = new AbortController();
  let activity = '';
  const timer = setTimeout(() => {
    activity = activityOf(first.pid);
    patience.abort(new Error('it took too long'));
  }, 300_000);
  const started = connect(reading.transport, options).then(async (client) => {
    return { client, pid: Number(await client.request('_soak/process', {})) };
  });
  const { client, pid } = await first.startUp(started, patience.signal).catch(async (cause: unknown) => {
    clearTimeout(timer);
    if (network !== undefined) await stop();
    const left = await reaped([first.pid]);
    throw new FailedStart(`an agent did not start: ${cause} ${activity} ${first.stderrTail}`, left, cause);
  });
  // While it runs it would keep the client and all its data in memory.
  clearTimeout(timer);
  return {
    client,
    reading,
    line,
    processes: new Map([['an agent', pid], ...(line.hasBridge ? [['a bridge', first.pid] as const] : [])]),
    closeStderr: () => void child.stderr.destroy(),
    network,
    leave() {
      if (network !== undefined) return network.cut();
      child.stdin.write('{"jsonrpc":"2.0","id":1,"meth');
      child.stdin.destroy();
    },
    async end() {
      await client.close();
      await stop();
      return reaped([first.pid, pid]);
    },
  };
}

/** Returns the program that stands before the agent, if there is one. */
function before({ hasBridge, carrier }: Line): readonly string[] {
  if (!hasBridge) return [];
  const program = carrier === undefined ? ['bridge'] : ['serve', '--no-token', '--grace', '1'];
  return [process.execPath, emend, ...program, '--'];
}
