import { RpcError } from '../../jsonrpc/rpc-error.ts';
import { errorCodes } from '../../protocol/base/generated/rpc.ts';
import { unlessAborted } from '../../transport/unless-aborted.ts';
import type { ClientSession } from '../client/session.ts';
import type { AgentBehind } from './agent-behind.ts';

/** A connection to the agent behind, with the session on it. */
export interface OpenLine {
  readonly client: AgentBehind;
  readonly session: ClientSession;
  /** Aborts when the line is closed. */
  readonly closed: AbortSignal;
}

/** How a line connects to the agent behind, and opens its session there. */
interface Opening {
  connect(line: LineBehind): Promise<AgentBehind>;
  start(client: AgentBehind, line: LineBehind): Promise<ClientSession>;
}

/** The connection of a session to the agent behind, from the moment at which it is opened. Closing it does not wait for the agent. */
export class LineBehind {
  /** Resolves when the session is open; rejects if the agent fails or refuses, or if the line is closed before. */
  readonly opened: Promise<OpenLine>;
  readonly #over = new AbortController();
  #client: AgentBehind | undefined;
  #open: OpenLine | undefined;

  constructor(opening: Opening) {
    this.opened = this.#start(opening);
  }

  /** Aborts when the line is closed. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** What it has opened; undefined as long as the agent has not answered. */
  get open(): OpenLine | undefined {
    return this.#open;
  }

  /** Ends the connection, also while the agent has not answered yet; `stuck` if the agent still works on a turn. */
  async close(how: 'free' | 'stuck' = 'free'): Promise<void> {
    this.#over.abort(new RpcError(errorCodes.internalError, 'The session was closed.'));
    if (how === 'stuck') this.#client?.retire?.();
    await this.#client?.close();
  }

  async #start({ connect, start }: Opening): Promise<OpenLine> {
    // An agent that is connected after all has no session, and nobody else ends it.
    const connecting = connect(this).then(async (client) => {
      this.#client = client;
      if (this.signal.aborted) await client.close();
      return client;
    });
    const client = await unlessAborted(connecting, [this.signal]);
    try {
      const session = await unlessAborted(start(client, this), [this.signal]);
      this.#open = { client, session, closed: this.signal };
      return this.#open;
    } catch (error) {
      await client.close();
      throw error;
    }
  }
}
