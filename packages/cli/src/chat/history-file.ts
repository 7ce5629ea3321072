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
import { parsedJson } from '../input/parsed-json.ts';
import type { HistoryMemory } from '../terminal/history.ts';

const mostEntries = 1_000;
const mostBytes = 1024 * 1024;
/** Longest entry kept; a pasted file would push out everything else. */
const longestEntry = 64 * 1024;

/** Returns the path of the history file of this user. */
export function historyPath(env: Readonly<Record<string, string | undefined>>): string {
  const state = env['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  return join(state, 'emend', 'history.ndjson');
}

/** An inode and how far it was read. */
interface Place {
  readonly file: number;
  readonly offset: number;
}

/** The prompts typed by this user, in this chat and in parallel ones, in the order of the file. */
export class HistoryFile implements HistoryMemory {
  readonly #path: string;
  #entries: string[] = [];
  #place: Place | undefined;

  /** Reads the file if there is one; rewrites it if it is too long or damaged. */
  constructor(path: string) {
    this.#path = path;
    this.#readAll();
  }

  recall(): readonly string[] {
    this.#readNew();
    return this.#entries.slice();
  }

  /** Appends a text to the file. A file that cannot be written is not an error. */
  keep(line: string): void {
    if (append(this.#path, line) && this.#readNew().includes(line)) return;
    // What the file cannot store is kept for this chat only.
    this.#remember([line]);
  }

  #readAll(): readonly string[] {
    try {
      const { entries, place } = readWhole(this.#path);
      this.#entries = entries;
      this.#place = place;
      return entries;
    } catch {
      this.#place = undefined;
      return [];
    }
  }

  /** Reads and returns what was added to the file, or all of it if the file was replaced. */
  #readNew(): readonly string[] {
    try {
      const { ino, size } = statSync(this.#path);
      const place = this.#place;
      if (place === undefined || place.file !== ino || size < place.offset || size - place.offset > mostBytes)
        return this.#readAll();
      if (place.offset === size) return [];
      const bytes = readBytes(this.#path, place.offset, size);
      // An unfinished line is read once it is complete.
      const end = bytes.lastIndexOf('\n') + 1;
      this.#place = { file: ino, offset: place.offset + end };
      const entries = bytes.toString('utf8', 0, end).split('\n').flatMap(entryOf);
      this.#remember(entries);
      return entries;
    } catch {
      // The history is a convenience, so errors are ignored.
      return [];
    }
  }

  #remember(entries: readonly string[]): void {
    this.#entries = [...this.#entries, ...entries].slice(-mostEntries);
  }
}

function readWhole(path: string): { readonly entries: string[]; readonly place?: Place } {
  const stats = statSync(path);
  if (!stats.isFile()) return { entries: [] };
  const { size, ino } = stats;
  const text = readEnd(path, size);
  const entries = text.split('\n').flatMap(entryOf).slice(-mostEntries);
  const good = entries.map(lineOf).join('');
  const place = size > mostBytes || good !== text ? replace(path, good, size) : undefined;
  return { entries, place: place ?? { file: ino, offset: size } };
}

/** Returns whether the text was added to the file. */
function append(path: string, entry: string): boolean {
  if (entry.length > longestEntry) return false;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // Opening anything but a file, such as a pipe, might wait for ever.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) return false;
    appendFileSync(path, lineOf(entry), { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

const lineOf = (entry: string): string => `${JSON.stringify(entry)}\n`;

function entryOf(line: string): string[] {
  const entry = parsedJson(line);
  return typeof entry === 'string' ? [entry] : [];
}

/** Returns the last complete lines of the file. */
function readEnd(path: string, size: number): string {
  const start = Math.max(0, size - mostBytes);
  const text = readBytes(path, start, size).toString('utf8');
  return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
}

function readBytes(path: string, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  const file = openSync(path, 'r');
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
  } finally {
    closeSync(file);
  }
}

/** Rewrites the file, unless another process has added to it since it was read; then the next one to open it does so. */
function replace(path: string, text: string, size: number): Place | undefined {
  const target = realpathSync(path);
  const fresh = `${target}.${process.pid}`;
  try {
    writeFileSync(fresh, text, { mode: 0o600 });
    const { ino } = statSync(fresh);
    if (statSync(target).size !== size) return undefined;
    renameSync(fresh, target);
    return { file: ino, offset: Buffer.byteLength(text) };
  } catch {
    // A file that cannot be rewritten can still be read.
    return undefined;
  } finally {
    rmSync(fresh, { force: true });
  }
}
