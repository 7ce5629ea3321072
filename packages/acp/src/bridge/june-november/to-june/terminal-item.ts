import { present } from '../../../protocol/reading/optional.ts';
import type { TakeNote } from '../../ledger.ts';
import { metaKeys } from '../../meta-keys.ts';
import type * as june from '../june.ts';
import type * as november from '../november.ts';
import { isVisible, type ShownTerminal } from './shown-terminals.ts';

/** A terminal in the tool content of November. */
export type TerminalItem = Extract<
  november.ToolCallContent,
  { readonly type: 'terminal'; readonly terminalId: string }
>;

function exitLine(exit: november.TerminalExitStatus | undefined): string | undefined {
  if (typeof exit?.signal === 'string') return `[signal ${exit.signal}]`;
  const code = exit?.exitCode;
  return code === undefined || code === null || code === 0 ? undefined : `[exit code ${code}]`;
}

function textOf({ output, exitStatus }: ShownTerminal): string {
  const { text } = output;
  const exit = exitLine(exitStatus);
  if (exit === undefined) return text;
  return text === '' || text.endsWith('\n') ? `${text}${exit}` : `${text}\n${exit}`;
}

/** Returns the tool content that shows a terminal as text: nothing as long as there is neither output nor an end. */
export function terminalItems(
  item: TerminalItem,
  terminal: ShownTerminal,
  toolCallId: string,
  note: TakeNote,
): readonly june.ToolCallContent[] {
  const { id, command, cwd, exitStatus, size, meta, output, noted } = terminal;
  if (!isVisible(terminal)) return [];
  if (!noted.has('agent-terminal')) {
    noted.add('agent-terminal');
    note({ kind: 'repair', rule: 'agent-terminal', toolCallId, path: 'content', lost: id, done: 'shown as text' });
  }
  if (output.isPartial && !noted.has('terminal-bytes')) {
    noted.add('terminal-bytes');
    const lost = 'controls, bad bytes or the beginning of the output';
    note({ kind: 'loss', rule: 'terminal-bytes', toolCallId, path: id, lost, done: 'left out' });
  }
  const about = present({ command, cwd, exitStatus, size, _meta: meta });
  return [
    {
      type: 'content',
      content: { type: 'text', text: textOf(terminal) },
      _meta: { [metaKeys.raw]: item, [metaKeys.terminal]: about },
    },
  ];
}
