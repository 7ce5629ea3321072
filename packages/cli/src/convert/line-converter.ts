import {
  type LedgerEntry,
  type RewriteRule,
  type StreamConverter,
  streamConverter,
  streamSenders,
  type Version,
} from '@emend/acp/bridge';
import { kindOf } from '@emend/acp/jsonrpc';
import type { MessageLine } from '../input/input-line.ts';

/** What a line became: lines of the same form, and what they lost. */
export interface ConvertedLines {
  readonly lines: readonly MessageLine[];
  readonly ledger: readonly LedgerEntry[];
}

/** Converts the lines of a stream from one version to the other; each keeps the number and time of the line it came of. */
export class LineConverter {
  readonly #converter: StreamConverter;
  readonly #senderOf = streamSenders();
  #last: MessageLine | undefined;

  constructor(to: Version, rewrite?: RewriteRule) {
    this.#converter = streamConverter({ to, ...(rewrite === undefined ? {} : { rewrite }) });
  }

  /** Whether a value is a message, which alone can be converted. */
  static canConvert(message: unknown): boolean {
    return kindOf(message) !== 'invalid';
  }

  convert(line: MessageLine): ConvertedLines {
    this.#last = line;
    const told = line.entry?.from;
    const from = told === 'client' || told === 'agent' ? told : this.#senderOf(line.message);
    return this.#linesOf(this.#converter.convert(from, line.message), line);
  }

  /** What was held back until the end. */
  end(): ConvertedLines {
    const given = this.#converter.end();
    return this.#last === undefined ? { lines: [], ledger: given.ledger } : this.#linesOf(given, this.#last);
  }

  #linesOf({ messages, ledger }: ReturnType<StreamConverter['end']>, { line, entry }: MessageLine): ConvertedLines {
    const lines = messages.map(({ from, message }): MessageLine => {
      return { kind: 'message', line, message, entry: entry && { ...entry, from, message } };
    });
    return { lines, ledger };
  }
}
