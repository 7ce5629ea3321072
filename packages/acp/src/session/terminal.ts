import type {
  TerminalCapabilities,
  TerminalExitStatus,
  TerminalSize,
} from '../protocol/november/generated/terminal.ts';
import type { Meta } from '../protocol/reading/guard.ts';
import type { TerminalBytes } from './terminal-bytes.ts';

/** A terminal of the agent in its current state. */
export interface Terminal {
  readonly terminalId: string;
  readonly command: string | undefined;
  readonly cwd: string | undefined;
  readonly output: TerminalBytes;
  /** How the command ended; undefined while it runs. An empty one means that it ended and its code is not known. */
  readonly exitStatus: TerminalExitStatus | undefined;
  readonly size: TerminalSize | undefined;
  /** What can be done with it now. */
  readonly capabilities: TerminalCapabilities | undefined;
  readonly _meta: Meta | undefined;
}
