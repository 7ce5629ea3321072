import { tooLongLine } from '@emend/acp/recording';
import type { ByteSource } from './byte-source.ts';
import type { FrameColumns } from './frame-columns.ts';
import type { InspectionLimits } from './limits.ts';
import { lossyText, readBytes } from './line-bytes.ts';
import type { RecordedLine } from './recording.ts';

/** How much is read at once. */
const blockSize = 4 * 1024 * 1024;

/** Reads lines of a recording again. */
export class LineReader {
  readonly #source: ByteSource;
  readonly #columns: FrameColumns;
  readonly #limits: InspectionLimits;

  constructor(source: ByteSource, columns: FrameColumns, limits: InspectionLimits) {
    this.#source = source;
    this.#columns = columns;
    this.#limits = limits;
  }

  /**
   * Calls back with the bytes of the frames `first` to `end` (excluded); `undefined` for lines that are longer than `most`. If the call returns
   * a promise, it is waited for.
   */
  async each(
    first: number,
    end: number,
    most: number,
    take: (frame: number, bytes: Uint8Array | undefined) => Promise<void> | void,
  ): Promise<void> {
    const columns = this.#columns;
    for (let frame = first; frame < end; ) {
      const from = columns.offset(frame);
      if (columns.size(frame) > most) {
        await take(frame++, undefined);
        continue;
      }
      let stop = frame + 1;
      while (stop < end && columns.size(stop) <= most && columns.offset(stop + 1) - from <= blockSize) stop++;
      const bytes = await this.#source.read(from, columns.offset(stop) - 1);
      for (; frame < stop; frame++) {
        const start = columns.offset(frame) - from;
        const wait = take(frame, bytes.subarray(start, start + columns.size(frame)));
        if (wait !== undefined) await wait;
      }
    }
  }

  /** Returns the lines of the frames `first` to `end` (excluded). */
  async lines(first: number, end: number): Promise<readonly RecordedLine[]> {
    const { shownLine, rawLength, line: longest } = this.#limits;
    const lines: RecordedLine[] = [];
    const long: number[] = [];
    await this.each(first, end, shownLine, (frame, bytes) => {
      if (bytes === undefined) {
        long.push(frame);
        lines.push({ frame, text: '', cut: 0, input: undefined });
        return;
      }
      const { input, text } = readBytes(frame, bytes, this.#source);
      lines.push({ frame, text: text.slice(0, rawLength), cut: Math.max(0, text.length - rawLength), input });
    });
    for (const frame of long) {
      const size = this.#columns.size(frame);
      const from = this.#columns.offset(frame);
      const text = lossyText(await this.#source.read(from, from + rawLength));
      const input = size > longest ? tooLongLine(frame, longest) : undefined;
      lines[frame - first] = { frame, text, cut: Math.max(0, size - rawLength), input };
    }
    return lines;
  }
}
