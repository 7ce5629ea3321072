import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { AgentProcess } from './agent-process.ts';
import { type LaunchOptions, launchAgent } from './launch-agent.ts';
import { startUp } from './start-up.ts';

/** Starts an agent, and starts it again to ask it for another protocol version: some agents refuse an unknown version and exit. */
export class AgentStarter {
  readonly #launch: () => Promise<AgentProcess>;
  readonly #launches: Promise<AgentProcess>[] = [];
  #process: AgentProcess | undefined;
  /** Whether the start-up has failed: no further process may be started then. */
  #isGivenUp = false;

  /** Takes the command line of the agent. Nothing is started yet. */
  constructor(command: string, args: readonly string[] = [], options: LaunchOptions = {}) {
    this.#launch = () => launchAgent(command, args, options);
  }

  /** The process that was started last, once it is running. */
  get process(): AgentProcess | undefined {
    return this.#process;
  }

  /** Starts the agent, for the first time or again. Rejects with `not-started` if it cannot be run, or after a failed start-up. */
  async start(): Promise<AgentProcess> {
    if (this.#isGivenUp) throw new ConnectionError('not-started', 'The start-up of the agent has failed already.');
    const launched = this.#launch();
    this.#launches.push(launched);
    const process = await launched;
    this.#process = process;
    return process;
  }

  /**
   * Waits for the first request to the agent. If it fails or the signal aborts, it rejects at once and every process that was started is
   * ended. The error of an abort has the end of the last process's standard error, which usually says why.
   */
  startUp<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    return startUp(work, this.#launches, signal, () => {
      this.#isGivenUp = true;
    });
  }
}
