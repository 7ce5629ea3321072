import type { Row } from './wrap.ts';

/** Lays out text that arrives in chunks as rows, some fixed and some that may still change. */
export interface RowStream {
  /** Adds text, which must not contain control characters. */
  append(text: string): void;
  /** Returns the rows that were fixed since the last call. */
  takeSettled(): readonly Row[];
  /** Returns the rows that may still change. */
  open(): readonly Row[];
}
