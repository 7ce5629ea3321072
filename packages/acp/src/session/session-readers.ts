import type { Dialect } from '../protocol/dialects.ts';
import { june } from './june/reader.ts';
import { november } from './november/reader.ts';
import type { SessionReader } from './session-reader.ts';

/** The dialects whose sessions are read as they are. The others are translated first. */
const readers = { june, november } as const satisfies Partial<Record<Dialect, SessionReader>>;

/** A dialect whose sessions are read as they are. */
export type SessionDialect = keyof typeof readers;

/** Returns whether sessions of a dialect are read as they are; if not, they have to be translated first. */
export function isSessionDialect(dialect: Dialect): dialect is SessionDialect {
  return Object.hasOwn(readers, dialect);
}

/** Returns the reader of a dialect: that of June if none is named. */
export function readerFor(dialect: SessionDialect | undefined): SessionReader {
  return dialect === undefined ? june : readers[dialect];
}
