import { ConnectionError, type Transport } from '@emend/acp';
import { type AgentProcess, findCommand, launchAgent, whyNotFound } from '@emend/acp/node';
import { FrameQueue } from '@emend/acp/transport';
import { Problem } from '../output/problem.ts';
import { readLines } from './read-lines.ts';

/** Returns why a command cannot be run, or `undefined` if it can. */
export function commandProblem([name = '', ...args]: readonly string[]): string | undefined {
  const place = { env: process.env, cwd: process.cwd() };
  return findCommand(name, args, place) === undefined ? whyNotFound(name, place) : undefined;
}

/** Throws if a command cannot be run, so that it is said when the server starts and not to its first client. */
export function checkCommand(command: readonly string[]): void {
  const problem = commandProblem(command);
  if (problem !== undefined) throw new Problem(`The agent could not be started: ${problem}`);
}

/** The agents of one connection, which can be ended together. */
export class AgentProcesses {
  readonly #command: readonly string[];
  readonly #onStandardError: (line: string) => void;
  readonly #running = new Set<AgentProcess>();

  constructor(command: readonly string[], onStandardError: (line: string) => void) {
    this.#command = command;
    this.#onStandardError = onStandardError;
  }

  /** Starts an agent. If that fails, the transport fails as soon as something is sent, so that the client is told why. */
  async start(): Promise<Transport> {
    const [name = '', ...args] = this.#command;
    try {
      const agent = await launchAgent(name, args);
      this.#running.add(agent);
      void agent.exited.then(() => this.#running.delete(agent));
      readLines(agent.stderr, this.#onStandardError);
      return agent.transport;
    } catch (error) {
      if (error instanceof ConnectionError) return failing(error);
      throw error;
    }
  }

  /** Ends all of them with everything they started. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((agent) => agent.close()));
  }
}

function failing(error: ConnectionError): Transport {
  const frames = new FrameQueue();
  return {
    frames,
    send() {
      frames.fail(error);
      return undefined;
    },
    async close() {
      frames.end();
    },
  };
}
