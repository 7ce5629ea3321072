import type { Version } from '@emend/acp/bridge';
import { dialectOfMessage } from '@emend/acp/protocol';
import type { InputLine } from '../input/input-line.ts';

/** How many messages may leave open which version they are; a v1 agent gives itself away long before. */
const mostUndecided = 10_000;

/** Holds the first lines of a stream back until one of them shows its version. */
export class VersionWatch {
  #lines: InputLine[] = [];

  /** Takes a line; gives the version once it is known. */
  take(line: InputLine): Version | undefined {
    this.#lines.push(line);
    const dialect = line.kind === 'message' ? dialectOfMessage(line.message) : undefined;
    if (dialect !== undefined) return dialect === 'v1' ? 1 : 2;
    // What shows no sign of v1 counts as v2.
    return this.#lines.length >= mostUndecided ? 2 : undefined;
  }

  /** Gives back the lines that were held. */
  release(): readonly InputLine[] {
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }
}
