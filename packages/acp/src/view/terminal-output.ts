import type { Accumulation } from '../session/structures/sequence.ts';
import type { Terminal } from '../session/terminal.ts';
import { TerminalText } from '../session/terminal-text.ts';

/** Appends to the text of the pieces before; a longer output continues where a shorter one stopped. */
const asText: Accumulation<Uint8Array, TerminalText | undefined> = {
  start: undefined,
  step(before, piece) {
    const text = before ?? new TerminalText();
    text.append(piece);
    return text;
  },
};

/** Returns what a terminal shows as plain text: without escape sequences, with overwritten lines as they look at last. */
export function terminalOutput({ output }: Terminal): string {
  return output.pieces.accumulate(asText)?.text ?? '';
}

/** Returns how the command of a terminal ended, in words; empty if it runs, succeeded, or ended in a way that is not known. */
export function exitWords({ exitStatus }: Pick<Terminal, 'exitStatus'>): string {
  const { exitCode, signal } = exitStatus ?? {};
  if (typeof signal === 'string') return `[signal ${signal}]`;
  return typeof exitCode === 'number' && exitCode !== 0 ? `[exit code ${exitCode}]` : '';
}
