import { ConnectionError } from '../../jsonrpc/connection-error.ts';
import type { AgentProcess } from './agent-process.ts';
import { type LaunchOptions, launchAgent } from './launch-agent.ts';
import { startUp } from './start-up.ts';

/**
 * Starts an agent, and starts it again where it has to be asked for another version in a new conversation: some agents refuse a version
 * that they do not know and exit.
 */
export class AgentStarter {
  readonly #launch: () => Promise<AgentProcess>;
  readonly #launches: Promise<AgentProcess>[] = [];
  #process: AgentProcess | undefined;
  /** Whether the start-up has failed: the end of its processes must not start another. */
  #isGivenUp = false;

  /** Takes the command line of the agent; nothing runs yet. */
  constructor(command: string, args: readonly string[] = [], options: LaunchOptions = {}) {
    this.#launch = () => launchAgent(command, args, options);
  }

  /** The process that was started last, once it runs. */
  get process(): AgentProcess | undefined {
    return this.#process;
  }

  /** Starts the agent, at first or again; rejects with `not-started` when it cannot be run, or after a start-up that failed. */
  async start(): Promise<AgentProcess> {
    if (this.#isGivenUp) throw new ConnectionError('not-started', 'The start-up of the agent has failed already.');
    const launched = this.#launch();
    this.#launches.push(launched);
    const process = await launched;
    this.#process = process;
    return process;
  }

  /**
   * Waits for the first thing the agent is asked to do. If that fails or the signal aborts before, it rejects at once, and every process
   * started for it is ended afterwards; an aborted one has the end of the last one's standard error, which usually says why.
   */
  startUp<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    return startUp(work, this.#launches, signal, () => {
      this.#isGivenUp = true;
    });
  }
}
