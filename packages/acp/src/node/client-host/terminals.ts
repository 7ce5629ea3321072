import { stat } from 'node:fs/promises';
import type { HostedRequests, TerminalWatcher } from '../../bridge/edges.ts';
import { RpcError, rpcErrorCodes } from '../../jsonrpc/rpc-error.ts';
import { startProcess } from '../process/start-process.ts';
import { toRpcError } from './file-error.ts';
import { grantedPath } from './granted-path.ts';
import { commandOrShellLine } from './shell-line.ts';
import { Terminal, type TerminalListener } from './terminal.ts';

type Create = NonNullable<HostedRequests['terminal/create']>;

interface Entry {
  readonly sessionId: string;
  readonly started: Promise<Terminal>;
  terminal: Terminal | undefined;
}

/** Limits of terminals. */
interface TerminalLimits {
  /** How much output of a command is kept, in bytes. */
  readonly maxOutputBytes: number;
  /** How long a command may take to exit after SIGTERM, in milliseconds. */
  readonly graceMilliseconds: number;
}

/** The terminals of one agent. */
export class Terminals {
  readonly #limits: TerminalLimits;
  readonly #entries = new Map<string, Entry>();
  #watcher: TerminalWatcher | undefined;
  #isClosed = false;

  constructor(limits: TerminalLimits) {
    this.#limits = limits;
  }

  /** The handlers of the agent's requests. */
  readonly requests = {
    'terminal/create': async (params, roots) => {
      if (this.#isClosed) throw new RpcError(rpcErrorCodes.internalError, 'The connection is closing.');
      // The session may outlive its agent and this host, and its history has the terminals of earlier ones (RO135).
      const terminalId = `terminal-${crypto.randomUUID()}`;
      // Added before it runs, so that closing the session meanwhile ends it, too.
      const entry: Entry = {
        sessionId: params.sessionId,
        started: this.#start(params, roots, this.#listenerFor(terminalId)),
        terminal: undefined,
      };
      this.#entries.set(terminalId, entry);
      try {
        entry.terminal = await entry.started;
      } catch (error) {
        this.#entries.delete(terminalId);
        throw error;
      }
      return { terminalId };
    },
    'terminal/output': async (params) => this.#find(params).report,
    'terminal/wait_for_exit': (params) => this.#find(params).exited,
    'terminal/kill': async (params) => {
      await this.#find(params).kill(this.#limits.graceMilliseconds);
      return {};
    },
    'terminal/release': async (params) => {
      const terminal = this.#find(params);
      this.#entries.delete(params.terminalId);
      await terminal.release(this.#limits.graceMilliseconds);
      return {};
    },
  } satisfies HostedRequests;

  /** Returns the kept output of a terminal. */
  textOf(sessionId: string, terminalId: string): string | undefined {
    const entry = this.#entries.get(terminalId);
    return entry?.sessionId === sessionId ? entry.terminal?.text : undefined;
  }

  /** Tells a watcher what the terminals that are created from now on print, and how they end. */
  watch(watcher: TerminalWatcher): void {
    this.#watcher = watcher;
  }

  /** Ends all commands of a session. */
  closeSession(sessionId: string): Promise<void> {
    return this.#end((entry) => entry.sessionId === sessionId);
  }

  /** Ends all commands; no further ones can be started. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#end(() => true);
  }

  async #end(isMeant: (entry: Entry) => boolean): Promise<void> {
    const meant = [...this.#entries].filter(([, entry]) => isMeant(entry));
    for (const [id] of meant) this.#entries.delete(id);
    await Promise.allSettled(
      meant.map(async ([, { started }]) => (await started).release(this.#limits.graceMilliseconds)),
    );
  }

  #find({ sessionId, terminalId }: { readonly sessionId: string; readonly terminalId: string }): Terminal {
    const entry = this.#entries.get(terminalId);
    if (entry?.sessionId === sessionId && entry.terminal !== undefined) return entry.terminal;
    throw new RpcError(rpcErrorCodes.resourceNotFound, `No such terminal: ${terminalId}`);
  }

  #listenerFor(terminalId: string): TerminalListener | undefined {
    const watcher = this.#watcher;
    if (watcher === undefined) return undefined;
    return {
      printed: (bytes) => watcher.printed(terminalId, bytes),
      exited: (status) => watcher.exited(terminalId, status),
    };
  }

  async #start(
    params: Parameters<Create>[0],
    roots: readonly string[],
    listener: TerminalListener | undefined,
  ): Promise<Terminal> {
    const { command, args = [], env = [], outputByteLimit } = params;
    const cwd = await folderAt(params.cwd ?? roots[0] ?? '', roots);
    const added = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const place = { cwd, env: { ...process.env, ...added } };
    const found = commandOrShellLine(command, args, place);
    if (found === undefined) throw new RpcError(rpcErrorCodes.resourceNotFound, `No such command: ${command}`);
    const limit = Math.min(outputByteLimit ?? Number.POSITIVE_INFINITY, this.#limits.maxOutputBytes);
    const { child, pid, handOver } = await startProcess(found, place).catch((error: unknown) => {
      throw toRpcError(error, command);
    });
    const terminal = new Terminal(child, pid, limit, listener);
    handOver();
    return terminal;
  }
}

async function folderAt(path: string, roots: readonly string[]): Promise<string> {
  try {
    const folder = await grantedPath(path, roots);
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (error) {
    throw toRpcError(error, path);
  }
  throw new RpcError(rpcErrorCodes.invalidParams, `Not a folder: ${path}`);
}
