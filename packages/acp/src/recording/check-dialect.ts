import type { Dialect } from '../protocol/dialects.ts';
import { isObject } from '../protocol/reading/guard.ts';
import { dialectOfHandshake, dialectOfMessage, StreamDialect } from '../protocol/stream-dialect.ts';
import type { InputLine } from './input-line.ts';

/**
 * Finds out what to check a stream against: by the handshake at its start, or else by what only the November draft has.
 *
 * What looks like v1 decides nothing: a message without its id may be a mistake that the check is to find.
 */
export class CheckDialect {
  readonly #stream = new StreamDialect();
  #hasBegun = false;

  /** Takes the next line; returns the dialect once it is certain. */
  see(line: InputLine): Dialect | undefined {
    if (line.kind !== 'message') return undefined;
    if (!this.#hasBegun && isObject(line.message)) {
      const { method, error, result } = line.message;
      if (method === 'initialize' || error !== undefined) return undefined;
      this.#hasBegun = true;
      const dialect = dialectOfHandshake(result);
      if (dialect !== undefined) return dialect;
    }
    if (dialectOfMessage(line.message) !== 'v1') this.#stream.see(line.message);
    return this.#stream.certain;
  }

  /** What the stream is checked against if nothing more comes. */
  get likely(): Dialect {
    return this.#stream.likely;
  }
}
