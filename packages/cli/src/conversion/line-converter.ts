import {
  CarriedNumbers,
  type Direction,
  type LedgerEntry,
  type RewriteRule,
  type StreamConverter,
  streamConverter,
  streamSenders,
  type Version,
} from '@emend/acp/bridge';
import { exactMessage, kindOf } from '@emend/acp/jsonrpc';
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
  readonly #direction: Direction;
  /** The numbers that the text of the lines has to have, for whoever writes them. */
  readonly #numbers: CarriedNumbers | undefined;
  #last: MessageLine | undefined;

  /** Converts to a version, for lines that will be written if `report` is there to be told what numbers they lose. */
  constructor(to: Version, rewrite?: RewriteRule, report?: (entry: LedgerEntry) => void) {
    this.#direction = to === 1 ? '2to1' : '1to2';
    this.#numbers = report && new CarriedNumbers(report);
    this.#converter = streamConverter({ to, ...(rewrite === undefined ? {} : { rewrite }) });
  }

  /** Whether a value is a message, which alone can be converted. */
  static canConvert(message: unknown): boolean {
    return kindOf(message) !== 'invalid';
  }

  convert(line: MessageLine): ConvertedLines {
    this.#last = line;
    const told = line.entry?.from;
    const message = this.#exactly(line);
    const from = told === 'client' || told === 'agent' ? told : this.#senderOf(message);
    return this.#linesOf(this.#converter.convert(from, message), line);
  }

  /** The text of a line that was converted. */
  textOf({ message, entry }: MessageLine): string {
    const text = this.#numbers?.text(message as object) ?? JSON.stringify(message);
    if (entry === undefined) return text;
    const members = Object.entries(entry).map(
      ([key, value]) => `${JSON.stringify(key)}:${key === 'message' ? text : JSON.stringify(value)}`,
    );
    return `{${members.join(',')}}`;
  }

  #exactly({ message, numbers = [] }: MessageLine): unknown {
    const exact = this.#numbers && exactMessage(message, numbers);
    if (exact === undefined) return message;
    this.#numbers?.arrived(exact, this.#direction);
    return exact.value;
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
