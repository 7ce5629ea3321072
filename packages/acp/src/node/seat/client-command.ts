import { rm } from 'node:fs/promises';
import { Arrivals } from '../../transport/arrivals.ts';
import type { Transport } from '../../transport/transport.ts';
import { commandOrShellLine } from '../client-host/shell-line.ts';
import type { Exit } from '../process/agent-process.ts';
import { findCommand, type ProcessPlace } from '../process/start-process.ts';
import { serveHttp } from '../remote/serve-http.ts';
import { withAgent } from './agent-placeholder.ts';
import { AgentSeat } from './agent-seat.ts';
import { type RunningProcess, runProcess, stopProcess } from './running-process.ts';

/** Options of {@link clientCommand}. */
export interface ClientCommandOptions {
  /** The working directory of the client; by default that of this process. */
  readonly cwd?: string | undefined;
  /** The environment of the client; by default that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /**
   * A command, or a line for the shell, that drives the client: it is run beside the client each time, its standard output is the
   * client's standard input and the other way round, and it finds what to do in the variable `EMEND_SCENE`.
   */
  readonly script?: string | undefined;
  /** Where the agent listens for a client that connects to it by WebSocket or HTTP; `{agent}` stands for its address then. */
  readonly listen?: { readonly host: string; readonly port: number } | undefined;
}

/** A client that runs as a child process, while this process plays its agents. */
export interface ClientProcess {
  /** What the client has started as its agent, or its connections, in order. */
  readonly agents: AsyncIterable<{ readonly transport: Transport }>;
  /** How the client ended, once it has. */
  readonly exited: Promise<Exit>;
  /** Whether the client connects to its agents instead of starting them. */
  readonly isRemote: boolean;
  /** The last lines of its standard error. */
  lastWords(): string;
  /** Ends the client with everything it has started. */
  end(): Promise<void>;
  /** Returns whether processes of the client still run some time after its own end. */
  leavesProcesses(): Promise<boolean>;
  /** Removes a file that a check had the client write. */
  removeFile(path: string): Promise<void>;
}

/** How long what a client has started may take to end after it, in milliseconds. */
const timeToVanish = 10_000;

/** Where the agents of a client come from. */
interface AgentPlace {
  /** What stands in the place of `{agent}`. */
  readonly words: readonly string[];
  readonly agents: AsyncIterable<{ readonly transport: Transport }>;
  close(): Promise<void>;
}

/**
 * Makes a client of a command in which `{agent}` stands for its agent. What is returned starts the command, for a scene, and is the first
 * argument of `checkClient`. It rejects if the command cannot be run.
 */
export function clientCommand(
  command: readonly string[],
  options: ClientCommandOptions = {},
): (start: { readonly scene: string }) => Promise<ClientProcess> {
  // Two clients cannot be told apart on one port.
  let free: Promise<unknown> = Promise.resolve();
  return async ({ scene }) => {
    if (options.listen === undefined || options.listen.port === 0) return startClient(command, options, scene);
    const before = free;
    let release = () => {};
    free = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    try {
      const client = await startClient(command, options, scene);
      return { ...client, end: () => client.end().finally(release) };
    } catch (error) {
      release();
      throw error;
    }
  };
}

async function startClient(
  command: readonly string[],
  { listen, script, cwd = process.cwd(), env = process.env }: ClientCommandOptions,
  scene: string,
): Promise<ClientProcess> {
  const place: ProcessPlace = { cwd, env: { ...env, EMEND_SCENE: scene } };
  const agentPlace = await (listen === undefined ? seatPlace() : addressPlace(listen));
  try {
    const [file = '', ...args] = withAgent(command, agentPlace.words);
    const client = await runProcess(findCommand(file, args, place), file, place);
    const driver = script === undefined ? undefined : await drive(client, script, place);
    if (driver === undefined) {
      client.child.stdin.end();
      client.child.stdout.resume();
    }
    return {
      agents: agentPlace.agents,
      exited: client.exited,
      isRemote: listen !== undefined,
      lastWords: () => client.tail.toString(),
      leavesProcesses: async () => !(await client.tree.gone(timeToVanish)),
      // It may never have been written, or somewhere else.
      removeFile: (path) => rm(path, { force: true }).catch(() => {}),
      async end() {
        await Promise.all([stopProcess(client), driver && stopProcess(driver)]);
        await agentPlace.close();
      },
    };
  } catch (error) {
    await agentPlace.close();
    throw error;
  }
}

/** Starts what drives a client, and connects the two. */
async function drive(client: RunningProcess, script: string, place: ProcessPlace): Promise<RunningProcess> {
  try {
    const driver = await runProcess(commandOrShellLine(script, [], place), script, place);
    driver.child.stdout.pipe(client.child.stdin);
    client.child.stdout.pipe(driver.child.stdin);
    // What the client prints is read to its end, also when the script has ended.
    void driver.exited.then(() => client.child.stdout.resume());
    return driver;
  } catch (error) {
    await stopProcess(client);
    throw error;
  }
}

async function seatPlace(): Promise<AgentPlace> {
  const seat = await AgentSeat.open();
  return { words: seat.command, agents: seat.agents, close: () => seat.close() };
}

async function addressPlace(listen: { readonly host: string; readonly port: number }): Promise<AgentPlace> {
  const agents = new Arrivals<{ readonly transport: Transport }>();
  const service = await serveHttp(({ transport }) => agents.add({ transport }), listen);
  const close = async () => {
    agents.end();
    await service.close();
  };
  return { words: [service.url], agents, close };
}
