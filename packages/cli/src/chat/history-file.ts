import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { History } from '../terminal/history.ts';

const mostEntries = 1_000;
const mostBytes = 1024 * 1024;
/** A longer text, such as a pasted file, would push everything else out. */
const longestEntry = 64 * 1024;

/** Where what was typed is kept, for this person alone. */
export function historyPath(env: Readonly<Record<string, string | undefined>>): string {
  const state = env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  return join(state, 'emend', 'history.ndjson');
}

/** What was typed before, to go back to; what is added is kept. */
export function openHistory(path: string): History {
  return new History(readHistory(path), (line) => appendHistory(path, line));
}

/** What was typed before, oldest first, and nothing when it cannot be read; a file that has grown too long or is broken is made good. */
export function readHistory(path: string): string[] {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) return [];
    const { size } = stats;
    const text = readEnd(path, size);
    const entries = text.split('\n').flatMap(entryOf).slice(-mostEntries);
    const good = entries.map(lineOf).join('');
    if (size > mostBytes || good !== text) replace(path, good, size);
    return entries;
  } catch {
    return [];
  }
}

/** Keeps a text at once, behind what others have kept meanwhile; a file that cannot be written to is no reason to fail. */
export function appendHistory(path: string, entry: string): void {
  if (entry.length > longestEntry) return;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Opening anything but a file, such as a pipe, might wait for ever.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) return;
    appendFileSync(path, lineOf(entry), { mode: 0o600 });
  } catch {
    // Remembering is a convenience.
  }
}

const lineOf = (entry: string): string => `${JSON.stringify(entry)}\n`;

function entryOf(line: string): string[] {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'string' ? [entry] : [];
  } catch {
    return [];
  }
}

/** The last lines of the file, all of them whole. */
function readEnd(path: string, size: number): string {
  const start = Math.max(0, size - mostBytes);
  const bytes = Buffer.alloc(size - start);
  const file = openSync(path, 'r');
  try {
    const text = bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, start));
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(file);
  }
}

/** Writes the file anew, unless somebody has added to it since it was looked at; then the next to open it does. */
function replace(path: string, text: string, size: number): void {
  const target = realpathSync(path);
  const fresh = `${target}.${process.pid}`;
  try {
    writeFileSync(fresh, text, { mode: 0o600 });
    if (statSync(target).size === size) renameSync(fresh, target);
  } catch {
    // A file that cannot be made good can still be read.
  } finally {
    rmSync(fresh, { force: true });
  }
}
