import type { ClientHost } from '../../bridge/v1-june/client-host.ts';
import { files } from './files.ts';
import { Terminals } from './terminals.ts';

/** Everything that can be served on this machine. */
export const localServices = ['files', 'terminals'] as const;

/** Something that can be served on this machine: its files, or commands that run on it. */
export type LocalService = (typeof localServices)[number];

/** What is served on this machine, and how much. */
export interface LocalHostOptions {
  readonly serve: readonly LocalService[];
  /** How large a file may be that is read, in bytes; 10 MiB if not given. */
  readonly maxFileBytes?: number;
  /** How much of the output of a command is kept, whatever the agent asks for, in bytes; 1 MiB if not given. */
  readonly maxOutputBytes?: number;
  /** How long a command may take to end after SIGTERM, in milliseconds; 2000 if not given. */
  readonly graceMilliseconds?: number;
}

/**
 * Serves files and terminals of this machine to one v1 agent, within the folders that each session was given: the `serve` of a
 * bridge. It keeps an honest agent to its folders and is no sandbox: a command that it runs may do what the user may.
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
    closeSession: (sessionId) => void terminals.closeSession(sessionId),
    close: () => terminals.close(),
  };
}
