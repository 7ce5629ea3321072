import type { Dialect } from '../protocol/dialects.ts';
import { isWritableMessage } from '../protocol/reading/nesting.ts';
import type { InputLine, MessageLine } from './input-line.ts';
import { type ConvertedLines, LineConverter } from './line-converter.ts';
import { type Fault, faultsOf, isQuietlyRefused } from './v1-faults.ts';

/** What a line was translated to before it is folded; it can be written as JSON. */
export interface TranslatedLine {
  readonly lines: readonly MessageLine[];
  /** What could not be read of the line. */
  readonly faults: readonly Fault[];
}

/** Translates the lines of a stream whose dialect has no sessions of its own to June, so that they can be folded. */
export class LineTranslation {
  readonly #converter: LineConverter;

  constructor(from: Dialect) {
    this.#converter = new LineConverter({ from, to: 'june' });
  }

  /** Translates the next line; returns `undefined` for a line that is folded as it is. */
  translate(line: InputLine): TranslatedLine | undefined {
    const isMessage =
      line.kind === 'message' &&
      line.entry?.from !== 'stderr' &&
      LineConverter.canConvert(line.message) &&
      isWritableMessage(line.message);
    return isMessage ? translatedLine(line, this.#converter.convert(line)) : undefined;
  }

  /** Returns the lines that were held back until the end of the stream. */
  end(): readonly MessageLine[] {
    return this.#converter.end().lines;
  }
}

function translatedLine({ message }: MessageLine, { lines, ledger }: ConvertedLines): TranslatedLine {
  const isOdd = ledger.some(({ rule }) => rule === 'malformed') || isQuietlyRefused(message);
  return { lines, faults: isOdd ? faultsOf(message) : [] };
}
