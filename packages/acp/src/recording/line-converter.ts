import { CarriedNumbers } from '../bridge/carried-numbers.ts';
import type { LedgerEntry } from '../bridge/ledger.ts';
import { type StreamConverter, type StreamConverterOptions, streamConverter } from '../bridge/stream-converter.ts';
import { streamSenders } from '../bridge/stream-senders.ts';
import { exactMessage } from '../jsonrpc/exact-id.ts';
import { kindOf } from '../jsonrpc/message.ts';
import type { MessageLine } from './input-line.ts';

/** The lines that a line was converted to, and the ledger of their losses. */
export interface ConvertedLines {
  readonly lines: readonly MessageLine[];
  readonly ledger: readonly LedgerEntry[];
}

/** Converts the lines of a stream to another dialect; each keeps the number and time of the line it comes from. */
export class LineConverter {
  readonly #converter: StreamConverter;
  readonly #senderOf = streamSenders();
  /** The exact source text of numbers, if the lines will be written. */
  readonly #numbers: CarriedNumbers | undefined;
  #last: MessageLine | undefined;

  /** Pass `report` if the lines will be written: it is called for numbers that lose their exact text. */
  constructor(options: StreamConverterOptions, report?: (entry: LedgerEntry) => void) {
    this.#numbers = report && new CarriedNumbers(report);
    this.#converter = streamConverter(options);
  }

  /** Returns whether a value is a message; nothing else can be converted. */
  static canConvert(message: unknown): boolean {
    return kindOf(message) !== 'invalid';
  }

  /** Converts the next line. */
  convert(line: MessageLine): ConvertedLines {
    this.#last = line;
    const told = line.entry?.from;
    const message = this.#exactly(line);
    const from = told === 'client' || told === 'agent' ? told : this.#senderOf(message);
    return this.#linesOf(this.#converter.convert(from, message), line);
  }

  /** Returns the text of a converted line. */
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
    this.#numbers?.arrived(exact, this.#converter.direction);
    return exact.value;
  }

  /** Returns the lines that were held back until the end. */
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
