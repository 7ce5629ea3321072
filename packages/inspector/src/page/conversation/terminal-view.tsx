import { type FoldedTerminal, TerminalText } from '@emend/acp/session';
import { exitWords } from '@emend/acp/view';
import { memo, type ReactNode, useMemo } from 'react';
import { Said, SaidPieces } from '../said/said.tsx';
import { SomeLines } from './some-lines.tsx';

/** How many lines of output are shown at first: the last ones. */
const mostLines = 16;

/** Shows a terminal: its command, its output as a terminal would look at last, and how it ended. */
export const TerminalView = memo(({ terminal }: { readonly terminal: FoldedTerminal }): ReactNode => {
  const { terminalId, command, cwd, output, exitStatus } = terminal;
  const lines = useMemo(() => outputLines(output), [output]);
  return (
    <figure className="terminal">
      <figcaption>
        {command === undefined ? (
          <span className="muted">
            Terminal <Said text={terminalId} />
          </span>
        ) : (
          <code title={cwd}>
            <span className="terminal-sign">$ </span>
            <SaidPieces text={command} />
          </code>
        )}
        <span className="terminal-end">{endWords(exitStatus)}</span>
      </figcaption>
      {lines.length > 0 && (
        <SomeLines name={`terminal ${terminalId}`} lines={lines} most={mostLines} end="last">
          {(shown) => (
            <pre>
              <SaidPieces text={shown.join('\n')} />
            </pre>
          )}
        </SomeLines>
      )}
    </figure>
  );
});

function outputLines(output: string): readonly string[] {
  const text = new TerminalText();
  text.append(new TextEncoder().encode(output));
  const shown = text.text.replace(/\n$/, '');
  return shown === '' ? [] : shown.split('\n');
}

function endWords(exitStatus: FoldedTerminal['exitStatus']): string {
  if (exitStatus === undefined) return '◐ running';
  const words = exitWords({ exitStatus }).replace(/^\[|\]$/g, '');
  return words === '' ? '✓ ended' : `✗ ${words}`;
}
