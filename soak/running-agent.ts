import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { type Client, type ClientOptions, connect } from '@emend/acp';
import { AgentProcess, type PipedChild } from '@emend/acp/node';
import { activityOf, kill, leftOf, markName, processesOf } from './process-mark.ts';
import { type PacedTransport, paced } from './slow-reader.ts';

const agentProgram = fileURLToPath(new URL('agent.js', import.meta.url));
const bridgeProgram = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

/** What stands between the client and the agent, and which version the agent speaks. */
export interface Line {
  readonly name: string;
  readonly version: 1 | 2;
  /** Whether `emend bridge` runs between the two. */
  readonly hasBridge: boolean;
}

/** How an agent is reached. */
export const lines = [
  { name: 'agent without a bridge', version: 2, hasBridge: false },
  { name: 'agent behind the bridges of both ends', version: 1, hasBridge: false },
  { name: 'agent behind emend bridge', version: 1, hasBridge: true },
  { name: 'agent behind emend bridge that only passes on', version: 2, hasBridge: true },
] as const satisfies readonly Line[];

/** An agent process with a client at our end of the line. */
export interface RunningAgent {
  readonly client: Client;
  readonly reading: PacedTransport;
  readonly line: Line;
  /** The processes of the line by what they are, each the first of a group of its own. */
  readonly processes: ReadonlyMap<'an agent' | 'a bridge', number>;
  /** Leaves in the middle of a frame, as a client that is killed does. */
  leave(): void;
  /** Ends it all; what still runs when it should not is the answer, and does not run any more afterwards. */
  end(): Promise<readonly number[]>;
}

/** Starts an agent on a store and shakes hands. */
export async function startAgent(
  folder: string,
  line: Line,
  sabotage: string,
  options: ClientOptions,
): Promise<RunningAgent> {
  const mark = randomUUID();
  const command = [process.execPath, '--expose-gc', agentProgram, folder, String(line.version), sabotage];
  const [file = '', ...args] = line.hasBridge ? [process.execPath, bridgeProgram, 'bridge', '--', ...command] : command;
  const env = { ...process.env, [markName]: mark };
  const child: PipedChild = spawn(file, args, { stdio: 'pipe', detached: true, env });
  child.on('error', () => {});
  // Patient, since a bridge that is killed cannot end its agent.
  const first = new AgentProcess(child, child.pid ?? 0, { graceMilliseconds: 10_000 });
  const reading = paced(first.transport);
  const patience = new AbortController();
  let activity = '';
  const timer = setTimeout(() => {
    activity = activityOf(first.pid);
    patience.abort(new Error('it took too long'));
  }, 60_000);
  const started = connect(reading.transport, options).then(async (client) => {
    return { client, pid: Number(await client.request('_soak/process', {})) };
  });
  const { client, pid } = await first.startUp(started, patience.signal).catch((cause: unknown) => {
    throw new Error(`an agent did not start: ${cause} ${activity} ${first.stderrTail}`, { cause });
  });
  // As long as it ran it would keep the client, with all that it knows.
  clearTimeout(timer);
  return {
    client,
    reading,
    line,
    processes: new Map([['an agent', pid], ...(line.hasBridge ? [['a bridge', first.pid] as const] : [])]),
    leave() {
      child.stdin.write('{"jsonrpc":"2.0","id":1,"meth');
      child.stdin.destroy();
    },
    async end() {
      await client.close();
      await first.close();
      const left = await leftOf(() => processesOf(mark, [first.pid, pid]));
      for (const each of left) kill(each);
      return left;
    },
  };
}
