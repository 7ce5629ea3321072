import type { Meta } from '../../../protocol/reading/guard.ts';
import { TerminalText, terminalTextLimit } from '../../../session/terminal-text.ts';
import type * as november from '../november.ts';

/** How many characters of output are remembered for all terminals of a session, about. */
const mostKept = 8 * 2 ** 20;

const none: readonly never[] = [];

/** A terminal of the agent, as far as a June client is shown it. */
export interface ShownTerminal {
  readonly id: string;
  command: string | undefined;
  cwd: string | undefined;
  exitStatus: november.TerminalExitStatus | undefined;
  size: november.TerminalUpdate['size'] | undefined;
  meta: Meta | undefined;
  readonly output: TerminalText;
  /** How many bytes of output there are, also those that are no longer kept. */
  length: number;
  /** Changes with everything that is shown of it. */
  version: number;
  /** The tool calls that show it. */
  readonly calls: Set<string>;
  /** The rules by which it was reported. */
  readonly noted: Set<'agent-terminal' | 'terminal-bytes' | 'terminal-cancel'>;
}

function newTerminal(id: string): ShownTerminal {
  return {
    id,
    command: undefined,
    cwd: undefined,
    exitStatus: undefined,
    size: undefined,
    meta: undefined,
    output: new TerminalText(),
    length: 0,
    version: 0,
    calls: new Set(),
    noted: new Set(),
  };
}

/** Returns whether there is something to show of a terminal: output, or that it has ended. */
export function isVisible({ length, exitStatus }: ShownTerminal): boolean {
  return length > 0 || exitStatus !== undefined;
}

/** Returns how much of its output a terminal keeps at most. */
function keptBy({ length }: ShownTerminal): number {
  return Math.min(length, 2 * terminalTextLimit);
}

/** The terminals of a values. */
export class ShownTerminals {
  readonly #terminals = new Map<string, ShownTerminal>();
  #kept = 0;

  /** Returns a terminal, if it is known. */
  get(id: string): ShownTerminal | undefined {
    return this.#terminals.get(id);
  }

  /** Returns a terminal, and creates it if it is new. */
  of(id: string): ShownTerminal {
    let found = this.#terminals.get(id);
    if (found === undefined) {
      found = newTerminal(id);
      this.#terminals.set(id, found);
    }
    return found;
  }

  /** Appends output. Returns the terminals that have to be forgotten for it, so that the memory stays bounded. */
  append(terminal: ShownTerminal, bytes: Uint8Array): readonly ShownTerminal[] {
    const before = keptBy(terminal);
    terminal.output.append(bytes);
    terminal.length += bytes.length;
    terminal.version += 1;
    this.#kept += keptBy(terminal) - before;
    return this.#kept > mostKept ? this.#oldest(terminal) : none;
  }

  /** Removes the output. */
  clear(terminal: ShownTerminal): void {
    this.#kept -= keptBy(terminal);
    terminal.output.clear();
    terminal.length = 0;
    terminal.version += 1;
  }

  /** Forgets a terminal. */
  forget(terminal: ShownTerminal): void {
    if (this.#terminals.delete(terminal.id)) this.#kept -= keptBy(terminal);
  }

  /** Returns as many terminals as must go until the rest is small enough: ended ones first, the oldest first. */
  #oldest(latest: ShownTerminal): readonly ShownTerminal[] {
    const oldest = new Set<ShownTerminal>();
    let kept = this.#kept;
    for (const mayRun of [false, true]) {
      for (const terminal of this.#terminals.values()) {
        if (kept <= mostKept / 2) return [...oldest];
        if (terminal === latest || terminal.length === 0 || oldest.has(terminal)) continue;
        if (terminal.exitStatus === undefined && !mayRun) continue;
        kept -= keptBy(terminal);
        oldest.add(terminal);
      }
    }
    return [...oldest];
  }
}
