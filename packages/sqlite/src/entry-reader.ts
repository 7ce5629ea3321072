import type { Database, Engine } from './engine.ts';

/** An entry as it is stored: a checksum and JSON, and spaces where it was longer once. */
export interface EntryRow {
  readonly seq: number;
  readonly at: number;
  /** Nothing where the row is damaged so that it holds no text. */
  readonly text: string | null;
}

/** Reads at most `limit` entries of a session in order, from one position to another, both included. */
export type EntryReader = (session: number, from: number, to: number, limit: number) => EntryRow[];

/**
 * A condition that leaves out erased rows, which consist of spaces only. A row that only begins with a space is damaged and is not left
 * out. Most rows need the first comparison alone.
 */
export const live = "(text < '!' AND text >= ' ' AND trim(text) = '') IS NOT TRUE";

const select = `SELECT seq, at, text FROM entries WHERE session = ? AND seq BETWEEN ? AND ? AND ${live} ORDER BY seq LIMIT ?`;

/** Returns the function that reads entries with an engine. */
export function entryReader(database: Database, engine: Engine): EntryReader {
  if (engine === 'libsql') return bytewise(database);
  // Damage can make an integer of a time that is too large for a number, which node:sqlite would refuse to read.
  const statement = database.prepare(select.replace(' at,', ' CAST(at AS REAL) AS at,'));
  return (...values) => statement.all(...values) as EntryRow[];
}

/** How many rows are one value, and the most bytes of a row that is not read alone. */
const together = 128;
const largest = 64 * 1024;

/**
 * libsql ends the process when it meets text that is not UTF-8, as a damaged file may have; so it is asked for bytes, which our checksums
 * then find wrong. A value of bytes costs it a hundred times one of text: many entries go into one, a line each.
 */
function bytewise(database: Database): EntryReader {
  const line = `seq || ' ' || ifnull(at, '') || ' ' || iif(octet_length(text) > ${largest}, '', ifnull(text, ''))`;
  const lines = database.prepare(`SELECT CAST(group_concat(${line}, char(10)) AS BLOB) AS bytes FROM (${select})`);
  const alone = database.prepare(`SELECT CAST(at AS REAL) AS at, CAST(text AS BLOB) AS bytes FROM (${select})`);
  const read = (session: number, from: number, to: number, limit: number): EntryRow[] => {
    const { bytes } = lines.get(session, from, to, limit) as { bytes: Buffer | null };
    if (bytes === null) return [];
    // Bytes that are not UTF-8 become characters that no checksum was made of.
    const text = bytes.toString();
    return text.split('\n').map((each) => {
      const row = rowOf(each);
      // SQLite writes fewer digits of a fraction than it keeps.
      if (row.text !== '' && Number.isInteger(row.at)) return row;
      const exact = alone.get(session, row.seq, row.seq, 1) as { at: number; bytes: Buffer | null } | undefined;
      return exact === undefined ? row : { seq: row.seq, at: exact.at, text: exact.bytes?.toString() ?? null };
    });
  };
  return (session, from, to, limit) => {
    const rows: EntryRow[] = [];
    for (let next = from; rows.length < limit; ) {
      const batch = read(session, next, to, Math.min(together, limit - rows.length));
      for (const row of batch) rows.push(row);
      const last = batch.at(-1);
      if (last === undefined || batch.length < together) break;
      next = last.seq + 1;
    }
    return rows;
  };
}

function rowOf(line: string): EntryRow {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  return { seq: Number(line.slice(0, first)), at: Number(line.slice(first + 1, second)), text: line.slice(second + 1) };
}
