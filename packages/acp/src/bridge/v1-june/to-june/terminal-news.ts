import { isObject, type JsonObject, type Meta } from '../../../protocol/reading/guard.ts';
import type { TakeNote } from '../../ledger.ts';

/** What an agent reports of a terminal that it runs itself; without an id, of the terminal that its tool call shows. */
export interface TerminalNews {
  readonly terminalId?: string;
  /** What was printed next. */
  readonly output?: string;
  /** The working directory. */
  readonly cwd?: string;
  readonly exit?: TerminalExit;
}

/** How a command ended. */
export interface TerminalExit {
  readonly code: number | null | undefined;
  readonly signal: string | null | undefined;
}

/** Returns how a command ended, in words. */
export function wordsOf({ code, signal }: TerminalExit): string {
  if (typeof signal === 'string') return `[ended by ${signal}]`;
  return typeof code === 'number' ? `[ended with code ${code}]` : '[ended]';
}

/** A malformed part: where it is, and what was found. */
interface Malformed {
  readonly path: string;
  readonly found: unknown;
}

type Part = Omit<TerminalNews, 'terminalId'>;

function outputOf({ data }: JsonObject): Part | Malformed {
  return typeof data === 'string' ? { output: data } : { path: '.data', found: data };
}

function isPresent<T>(value: T | null | undefined): value is T {
  return value !== undefined && value !== null;
}

function exitOf({ exit_code: code, signal }: JsonObject): Part | Malformed {
  if (isPresent(code) && typeof code !== 'number') return { path: '.exit_code', found: code };
  if (isPresent(signal) && typeof signal !== 'string') return { path: '.signal', found: signal };
  return { exit: { code, signal } };
}

/** Only terminals that keep being terminals have a working directory, so a malformed one is not worth a report. */
function infoOf({ cwd }: JsonObject): Part {
  return typeof cwd === 'string' ? { cwd } : {};
}

/** The keys in `_meta` of such reports, a convention that began with Zed; chunks of output have two names. */
const readers: readonly (readonly [string, (part: JsonObject) => Part | Malformed])[] = [
  ['terminal_info', infoOf],
  ['terminal_output', outputOf],
  ['terminal_output_delta', outputOf],
  ['terminal_exit', exitOf],
];

function readPart(value: unknown, read: (part: JsonObject) => Part | Malformed): TerminalNews | Malformed {
  if (!isObject(value)) return { path: '', found: value };
  const { terminal_id: id = null } = value;
  if (id !== null && typeof id !== 'string') return { path: '.terminal_id', found: id };
  const part = read(value);
  return id === null || 'path' in part ? part : { terminalId: id, ...part };
}

/** Returns `_meta` without such reports: the same one if it has none, and `undefined` if nothing else is in it. */
export function withoutNews(meta: Meta): Meta | undefined {
  const all = Object.entries(meta);
  const rest = all.filter(([key]) => !readers.some(([known]) => known === key));
  if (rest.length === all.length) return meta;
  return rest.length === 0 ? undefined : Object.fromEntries(rest);
}

/** Returns what the `_meta` of a tool call reports of terminals, in order; malformed parts are noted and left out. */
export function terminalNews(meta: Meta | null | undefined, note: TakeNote): readonly TerminalNews[] {
  if (meta === undefined || meta === null) return [];
  const news: TerminalNews[] = [];
  for (const [key, read] of readers) {
    const value = meta[key];
    if (value === undefined || value === null) continue;
    const part = readPart(value, read);
    if ('path' in part) {
      const path = `_meta.${key}${part.path}`;
      note({ kind: 'loss', rule: 'malformed', path, lost: part.found, done: 'not shown' });
    } else news.push(part);
  }
  return news;
}
