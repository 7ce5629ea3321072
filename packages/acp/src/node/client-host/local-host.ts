import type { ClientHost } from '../../bridge/edges.ts';
import { files } from './files.ts';
import { Terminals } from './terminals.ts';

/** Everything that can be served from this machine. */
export const localServices = ['files', 'terminals'] as const;

/** Something that can be served from this machine: its files, or terminals to run commands. */
export type LocalService = (typeof localServices)[number];

/** Options of `localHost`. */
export interface LocalHostOptions {
  readonly serve: readonly LocalService[];
  /** The largest file that is read, in bytes; 10 MiB by default. */
  readonly maxFileBytes?: number;
  /** How much output of a command is kept, whatever the agent asks for, in bytes; 1 MiB by default. */
  readonly maxOutputBytes?: number;
  /** How long a command may take to exit after SIGTERM, in milliseconds; 2000 by default. */
  readonly graceMilliseconds?: number;
}

/**
 * Returns a host that serves files and terminals of this machine to one v1 agent, within the folders of each session; pass it as the
 * `serve` option of a bridge. It keeps a well-behaved agent to its folders, but it is not a sandbox: commands may do anything
 * that the user may do.
 */
export function localHost(options: LocalHostOptions): ClientHost {
  const { serve, maxFileBytes = 10 * 2 ** 20, maxOutputBytes = 2 ** 20, graceMilliseconds = 2_000 } = options;
  const terminals = new Terminals({ maxOutputBytes, graceMilliseconds });
  return {
    requests: {
      ...(serve.includes('files') ? files(maxFileBytes) : {}),
      ...(serve.includes('terminals') ? terminals.requests : {}),
    },
    terminalText: (sessionId, terminalId) => terminals.textOf(sessionId, terminalId),
    watchTerminals: (watcher) => terminals.watch(watcher),
    closeSession: (sessionId) => void terminals.closeSession(sessionId),
    close: () => terminals.close(),
  };
}
