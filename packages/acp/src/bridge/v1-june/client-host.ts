import { type ClientMethod, clientMethods } from './client-methods.ts';
import type { ClientServices } from './options.ts';
import type * as v1 from './v1.ts';

/** Handlers for the requests that v1 agents may send and June clients do not know; each gets the folders that the client gave the session. */
export type HostedRequests = {
  readonly [M in ClientMethod]?: (
    params: v1.ClientRequests[M]['params'],
    roots: readonly string[],
  ) => Promise<v1.ClientRequests[M]['result']>;
};

/** How a command in a terminal ended. */
export type TerminalExitStatus = v1.ClientRequests['terminal/wait_for_exit']['result'];

/** Callbacks for what happens in the terminals of a host. */
export interface TerminalWatcher {
  /** Called with each piece of output, after `terminal/create` was answered. Until a promise that it returns is resolved, the host should read no more. */
  printed(terminalId: string, bytes: Uint8Array): Promise<void> | undefined;
  /** Called when the command has ended. Output that was held up, or comes from what it has left behind, may follow. */
  exited(terminalId: string, status: TerminalExitStatus): void;
}

/** Serves files and terminals to a v1 agent in place of a client that has none to offer. */
export interface ClientHost {
  /**
   * The handlers; only what has one is advertised to the agent. Params are checked before a handler is called. Ids of terminals should never come
   * back, not even with another host: the history of a session has those of all agents that it has had.
   */
  readonly requests: HostedRequests;
  /** Returns what a terminal has printed; shown in the tool calls that refer to the terminal. */
  terminalText?(sessionId: string, terminalId: string): string | undefined;
  /** Starts to tell of the output of terminals, for clients that show terminals. Without it they get the text that `terminalText` returns. */
  watchTerminals?(watcher: TerminalWatcher): void;
  /** Called when the client has asked to close or delete a session and has its answer, even if that is an error. */
  closeSession?(sessionId: string): void;
  /** Called when the connection is over. */
  close?(): Promise<void>;
}

/** Returns the capabilities that stand for the handlers of a host. */
export function servicesOf({ requests }: ClientHost): ClientServices {
  const has = (method: ClientMethod) => requests[method] !== undefined;
  return {
    fs: { readTextFile: has('fs/read_text_file'), writeTextFile: has('fs/write_text_file') },
    terminal: clientMethods.filter((method) => method.startsWith('terminal/')).every(has),
  };
}
