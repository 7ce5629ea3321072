import { decodeBase64 } from '../../../protocol/base64.ts';
import { isObject } from '../../../protocol/reading/guard.ts';
import { isEqual } from '../../equal.ts';
import type * as november from '../november.ts';
import type { Crossing } from './crossing.ts';
import { mergedMeta } from './meta.ts';
import { isVisible, type ShownTerminal } from './shown-terminals.ts';
import { type ShownToolCall, sendChangedContent, sendContent, sendGrownContent } from './tool-content.ts';

function callsOf({ session: { values } }: Crossing, { calls }: ShownTerminal): readonly ShownToolCall[] {
  return [...calls].flatMap((id) => values.toolCalls.get(id) ?? []);
}

/** Returns the bytes of output in base64; `undefined`, and a note, if it is something else. */
function bytesOf({ note }: Crossing, data: string, path: string): Uint8Array | undefined {
  const bytes = decodeBase64(data);
  if (bytes === undefined) {
    note({ kind: 'loss', rule: 'malformed', path, lost: 'output that is not base64', done: 'left out' });
  }
  return bytes;
}

function append(crossing: Crossing, terminal: ShownTerminal, bytes: Uint8Array): void {
  const { terminals, unsent } = crossing.session.values;
  for (const surplus of terminals.append(terminal, bytes)) {
    // What is shown of it stays, so it is shown up to here.
    for (const call of callsOf(crossing, surplus)) if (unsent.has(call)) sendContent(crossing, call);
    terminals.forget(surplus);
    if (surplus.exitStatus !== undefined) continue;
    const lost = 'further output of a terminal, because there is too much of all terminals';
    crossing.note({ kind: 'loss', rule: 'terminal-bytes', path: surplus.id, lost, done: 'not shown' });
  }
}

/** Takes a piece of output, which the tool calls that show the terminal get as part of their content. */
export function crossTerminalOutput(crossing: Crossing, { terminalId, data }: november.TerminalOutputChunk): void {
  const terminal = crossing.session.values.terminals.of(terminalId);
  const bytes = bytesOf(crossing, data, 'data');
  if (bytes === undefined || bytes.length === 0) return;
  const wasVisible = isVisible(terminal);
  append(crossing, terminal, bytes);
  const sendOutput = wasVisible ? sendGrownContent : sendChangedContent;
  for (const call of callsOf(crossing, terminal)) sendOutput(crossing, call, bytes.length);
}

/** Applies the fields of a terminal that are shown beside its output; returns whether one has changed. */
function applyFields(terminal: ShownTerminal, update: november.TerminalUpdate): boolean {
  const { command, cwd, exitStatus, size, meta } = terminal;
  if (update.command !== undefined) terminal.command = update.command ?? undefined;
  if (update.cwd !== undefined) terminal.cwd = update.cwd ?? undefined;
  if (update.exitStatus !== undefined) terminal.exitStatus = update.exitStatus ?? undefined;
  if (update.size !== undefined) terminal.size = update.size ?? undefined;
  terminal.meta = mergedMeta(meta, update._meta);
  const { command: newCommand, cwd: newCwd, exitStatus: newExit, size: newSize, meta: newMeta } = terminal;
  return !isEqual([command, cwd, exitStatus, size, meta], [newCommand, newCwd, newExit, newSize, newMeta]);
}

/** Replaces the output; returns how many bytes there are now, or `undefined` if it stays as it was. */
function applyOutput(
  crossing: Crossing,
  terminal: ShownTerminal,
  output: november.TerminalUpdate['output'],
): number | undefined {
  if (output === undefined) return undefined;
  const bytes = output === null ? new Uint8Array() : bytesOf(crossing, output.data, 'output.data');
  if (bytes === undefined) return undefined;
  crossing.session.values.terminals.clear(terminal);
  append(crossing, terminal, bytes);
  return bytes.length;
}

/** Applies an upsert of a terminal, and sends the tool calls that show it. */
export function crossTerminal(crossing: Crossing, update: november.TerminalUpdate): void {
  const {
    session: { values },
    note,
  } = crossing;
  const terminal = values.terminals.of(update.terminalId);
  if (isObject(update.capabilities?.cancel) && !terminal.noted.has('terminal-cancel')) {
    terminal.noted.add('terminal-cancel');
    const lost = 'that the terminal can be cancelled';
    note({ kind: 'loss', rule: 'terminal-cancel', path: 'capabilities.cancel', lost, done: 'left out' });
  }
  const wasVisible = isVisible(terminal);
  const length = applyOutput(crossing, terminal, update.output);
  const hasChanged = applyFields(terminal, update);
  if (hasChanged) terminal.version += 1;
  if (!wasVisible && !isVisible(terminal)) return;
  for (const call of callsOf(crossing, terminal)) {
    if (hasChanged || length === 0 || !wasVisible) sendChangedContent(crossing, call, length ?? 0);
    else if (length !== undefined) sendGrownContent(crossing, call, length);
  }
}
