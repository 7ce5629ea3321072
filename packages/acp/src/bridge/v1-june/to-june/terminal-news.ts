import { isObject, type JsonObject, type Meta } from '../../../protocol/reading/guard.ts';
import type { TakeNote } from '../../ledger.ts';

/** What an agent reports of a terminal that it runs itself; without an id, of the terminal that its tool call shows. */
export interface TerminalNews {
  readonly terminalId?: string;
  /** What was printed next. */
  readonly output?: string;
  /** How the command ended, in words. */
  readonly exit?: string;
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

function exitOf({ exit_code: code = null, signal = null }: JsonObject): Part | Malformed {
  if (code !== null && typeof code !== 'number') return { path: '.exit_code', found: code };
  if (signal !== null && typeof signal !== 'string') return { path: '.signal', found: signal };
  if (signal !== null) return { exit: `[ended by ${signal}]` };
  return { exit: code === null ? '[ended]' : `[ended with code ${code}]` };
}

/** The keys in `_meta` of such reports, a convention that began with Zed; chunks of output have two names. */
const readers: readonly (readonly [string, (part: JsonObject) => Part | Malformed])[] = [
  ['terminal_info', () => ({})],
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
