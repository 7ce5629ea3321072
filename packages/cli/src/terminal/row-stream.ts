import type { Row } from './wrap.ts';

/** Text that arrives in pieces, as rows of a terminal: those that are settled, and those that may still change. */
export interface RowStream {
  /** Adds text, which must be neutral. */
  append(text: string): void;
  /** The rows that were settled since this was last asked. */
  takeSettled(): readonly Row[];
  /** The rows that may still change. */
  open(): readonly Row[];
}
