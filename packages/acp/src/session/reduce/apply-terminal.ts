import { decodeBase64 } from '../../protocol/base64.ts';
import type { TerminalOutputChunk, TerminalUpdate } from '../../protocol/november/generated/terminal.ts';
import type { Position } from '../event.ts';
import { type SessionState, withRare } from '../state.ts';
import { Table } from '../structures/table.ts';
import type { Terminal } from '../terminal.ts';
import { TerminalBytes } from '../terminal-bytes.ts';
import { surplus } from './limit-content.ts';
import { mergedMeta } from './merged-meta.ts';
import { patched } from './patch.ts';
import { quoted, reported } from './report.ts';

function newTerminal(terminalId: string): Terminal {
  return {
    terminalId,
    command: undefined,
    cwd: undefined,
    output: TerminalBytes.none,
    exitStatus: undefined,
    size: undefined,
    capabilities: undefined,
    _meta: undefined,
  };
}

/** Creates or patches a terminal: an omitted field stays, null clears it, a value replaces it. */
export function applyTerminal(state: SessionState, update: TerminalUpdate, at: Position): SessionState {
  const { terminalId } = update;
  const current = state.terminals.get(terminalId) ?? newTerminal(terminalId);
  const output = outputAfter(current.output, update.output, state.limits.terminalBytes);
  const terminal: Terminal = {
    terminalId,
    command: patched(current.command, update.command),
    cwd: patched(current.cwd, update.cwd),
    output: output ?? current.output,
    exitStatus: patched(current.exitStatus, update.exitStatus),
    size: patched(current.size, update.size),
    capabilities: patched(current.capabilities, update.capabilities),
    _meta: mergedMeta(current._meta, update._meta),
  };
  const next = writeTerminal(state, current, terminal, at);
  return output === undefined ? reportBroken(next, terminalId, at) : next;
}

/** Appends bytes to the output of a terminal. */
export function applyTerminalChunk(state: SessionState, chunk: TerminalOutputChunk, at: Position): SessionState {
  const { terminalId, data } = chunk;
  const current = state.terminals.get(terminalId) ?? newTerminal(terminalId);
  const bytes = decodeBase64(data);
  if (bytes === undefined) return reportBroken(writeTerminal(state, current, current, at), terminalId, at);
  const output = current.output.append(bytes, state.limits.terminalBytes);
  return writeTerminal(state, current, output === current.output ? current : { ...current, output }, at);
}

/** Returns the output after a patch; undefined if the new one is not base64. */
function outputAfter(current: TerminalBytes, next: TerminalUpdate['output'], limit: number): TerminalBytes | undefined {
  if (next === undefined) return current;
  if (next === null) return TerminalBytes.none;
  const bytes = decodeBase64(next.data);
  if (bytes === undefined) return undefined;
  const output = TerminalBytes.none.append(bytes, limit);
  return output.isSame(current) ? current : output;
}

function reportBroken(state: SessionState, terminalId: string, at: Position): SessionState {
  const detail = `output of terminal ${quoted(terminalId)} is not base64 and was left out`;
  return reported(state, 'malformed_part', at, detail);
}

function writeTerminal(state: SessionState, current: Terminal, terminal: Terminal, at: Position): SessionState {
  const index = state.terminals.indexOf(terminal.terminalId);
  let next = state;
  if (index === -1) next = addTerminal(state, terminal, at);
  else if (hasChanged(current, terminal)) {
    next = withRare(state, { terminals: state.terminals.with(index, terminal) });
  }
  // Once for each output is enough: a stream would report it again and again.
  if (terminal.output.dropped === 0 || current.output.dropped > 0) return next;
  return reported(
    next,
    'limit_reached',
    at,
    `the oldest output of terminal ${quoted(terminal.terminalId)} was dropped`,
  );
}

function hasChanged(current: Terminal, next: Terminal): boolean {
  return (
    current.command !== next.command ||
    current.cwd !== next.cwd ||
    current.output !== next.output ||
    current.exitStatus !== next.exitStatus ||
    current.size !== next.size ||
    current.capabilities !== next.capabilities ||
    current._meta !== next._meta
  );
}

function addTerminal(state: SessionState, terminal: Terminal, at: Position): SessionState {
  const terminals = state.terminals.add(terminal.terminalId, terminal);
  const count = surplus(terminals.length, state.limits.entries);
  if (count === 0) return withRare(state, { terminals });
  const kept = Table.of(terminals.toArray().slice(count), ({ terminalId }) => terminalId);
  return reported(
    withRare(state, { terminals: kept }),
    'limit_reached',
    at,
    `the oldest ${count} terminals were dropped`,
  );
}
