import { type AgentProcess, launchAgent } from '@emend/acp/node';
import type { StartOptions } from '@emend/acp/testing';

/** Starts the processes of a command that is checked, and ends those that are left. */
export class PeerProcesses {
  readonly #command: readonly string[];
  readonly #running = new Set<AgentProcess>();
  #last: AgentProcess | undefined;
  #isEnding = false;

  constructor(command: readonly string[]) {
    this.#command = command;
  }

  /** The end of the standard error of the process that was started last. */
  get lastWords(): string {
    return this.#last?.stderrTail ?? '';
  }

  /** Starts the command in the current directory. */
  async start({ graceMilliseconds }: StartOptions): Promise<AgentProcess> {
    const [program = '', ...args] = this.#command;
    if (this.#isEnding) throw new Error('The run was stopped.');
    const peer = await launchAgent(program, args, { graceMilliseconds });
    this.#last = peer;
    this.#running.add(peer);
    // A process that has exited may leave others of its group behind, which are ended with it.
    void peer.exited.then(() => peer.terminate()).then(() => this.#running.delete(peer));
    if (this.#isEnding) await peer.terminate();
    return peer;
  }

  /** Ends every process that still runs; from now on none can be started. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all([...this.#running].map((peer) => peer.terminate()));
  }
}
