import { tooLongLine } from '@emend/acp/recording';
import type { ByteSource, Spool } from './byte-source.ts';
import type { DialectChoice } from './dialect-choice.ts';
import { Digest } from './digest.ts';
import { FrameColumns } from './frame-columns.ts';
import { FrameReader } from './frame-reader.ts';
import type { InspectionLimits } from './limits.ts';
import { readBytes } from './line-bytes.ts';
import { ProblemList } from './problem-list.ts';
import { SessionIndex } from './session-index.ts';

const newline = 10;

/** Longest unfinished line that is tried as a whole one. */
const longestTail = 1024 * 1024;

/** What {@link RecordingIndex} is made of. */
interface IndexParts {
  readonly source: ByteSource;
  readonly spool: Spool;
  readonly limits: InspectionLimits;
  readonly choice: DialectChoice;
  /** Called after each block; others get a turn. */
  readonly pause: () => Promise<void>;
}

/** Reads the lines of a source once, and keeps what is needed to answer questions about them. */
export class RecordingIndex {
  readonly columns = new FrameColumns();
  readonly problems = new ProblemList();
  readonly sessions: SessionIndex;
  readonly digest: Digest;
  readonly #parts: IndexParts;
  readonly #reader = new FrameReader();
  /** How many frames can be asked for: those whose block was read. */
  frames = 0;
  longLines = 0;
  /** The time of the last frame that has one. */
  duration: number | undefined;
  hasMessages = false;
  /** Where the unfinished line starts, and up to where there is no line feed. */
  #start = 0;
  #scanned = 0;
  /** Whether the last frame is a line without its end. */
  #hasTail = false;

  constructor(parts: IndexParts) {
    this.#parts = parts;
    this.sessions = new SessionIndex(parts.limits.sessions);
    this.digest = new Digest(parts.choice.chosen, parts.limits, parts.spool, {
      problem: (problem) => {
        this.problems.add(problem);
        this.columns.mark(problem.frame, problem.level);
      },
      correction: (frame) => this.columns.markCorrection(frame),
    });
  }

  /** How many bytes were read. */
  get bytes(): number {
    return this.#scanned;
  }

  /** How many bytes follow the last line. */
  get unfinished(): number {
    return this.#hasTail ? 0 : Math.max(0, this.#scanned - this.#start);
  }

  /**
   * Reads what the source has. Returns `false` if all has to be read anew: the dialects turned out to be others, or an unfinished line that
   * looked whole went on.
   */
  async read(publish: () => void): Promise<boolean> {
    const { source, choice, pause, limits } = this.#parts;
    // What the linter said of the end of the recording is not true any more.
    if (this.digest.isLinted && this.#hasGrown()) return false;
    if (this.#hasTail && source.size >= this.#start) {
      const [next] = await source.read(this.#start - 1, this.#start);
      if (next !== newline) return false;
      this.#hasTail = false;
      this.#scanned = this.#start;
    }
    while (this.#scanned < source.size && !this.#hasTail) {
      const block = await source.read(this.#scanned, this.#scanned + limits.block);
      if (block.length === 0) break;
      await this.#readBlock(block);
      await this.digest.flush();
      this.frames = this.columns.length;
      if (!this.#hasChosen(choice)) return false;
      publish();
      await pause();
    }
    return true;
  }

  /** Takes the unfinished line if it is a whole JSON object, or if nothing can follow it. Returns as {@link RecordingIndex.read} does. */
  async readTail(hasEnded: boolean, refused: number): Promise<boolean> {
    const { source, choice } = this.#parts;
    const length = this.unfinished;
    if (length === 0 || (!hasEnded && (length > longestTail || refused === this.#start))) return true;
    const bytes = length > this.#parts.limits.line ? undefined : await source.read(this.#start, this.#start + length);
    if (!hasEnded && !isWhole(bytes)) return true;
    this.#take(this.#start + length, bytes);
    this.#hasTail = true;
    await this.digest.flush();
    this.frames = this.columns.length;
    return this.#hasChosen(choice);
  }

  /** The offset of the last line if it was taken without its end. */
  get tail(): number {
    return this.#hasTail ? this.columns.offset(this.columns.length) : -1;
  }

  #hasGrown(): boolean {
    return this.#parts.source.size > this.#scanned && this.frames <= this.#parts.limits.readAgain;
  }

  #hasChosen(choice: DialectChoice): boolean {
    return choice.isFor(this.digest.dialects);
  }

  async #readBlock(block: Uint8Array): Promise<void> {
    const { source, limits, choice } = this.#parts;
    const from = this.#scanned;
    let at = 0;
    for (let end = block.indexOf(newline); end !== -1; end = block.indexOf(newline, at)) {
      const stop = from + end;
      let bytes: Uint8Array | undefined;
      if (stop - this.#start > limits.line) bytes = undefined;
      else if (this.#start >= from) bytes = block.subarray(this.#start - from, end);
      else bytes = await source.read(this.#start, stop);
      this.#take(stop, bytes);
      at = end + 1;
      // All has to be read anew: what follows would be read in vain.
      if (choice.isFinal && !this.#hasChosen(choice)) return;
    }
    this.#scanned = from + block.length;
  }

  /** Takes the line that ends at an offset; `bytes` is `undefined` if it is too long. */
  #take(end: number, bytes: Uint8Array | undefined): void {
    const { limits, choice, source } = this.#parts;
    const number = this.columns.length + 1;
    const read = bytes === undefined ? undefined : readBytes(number, bytes, source);
    const input = read === undefined ? tooLongLine(number, limits.line) : read.input;
    if (read === undefined) this.longLines += 1;
    const facts = this.#reader.read(number, input, end - this.#start);
    this.columns.add(facts, end);
    if (facts.session !== undefined) this.sessions.add(facts.session, number);
    if (facts.at !== undefined) this.duration = facts.at;
    if (input?.kind === 'message') this.hasMessages = true;
    choice.see(number, input);
    if (read?.hasMark === true) {
      const warning = { kind: 'warning', line: number, warning: 'skipped a byte order mark at the start' } as const;
      this.digest.warn(number, warning);
    }
    this.digest.take(number, input, facts.session);
    this.#start = end + 1;
  }
}

const brace = 0x7b;

/** Whether bytes are a whole JSON object, which more bytes could only spoil. */
function isWhole(bytes: Uint8Array | undefined): boolean {
  if (bytes?.[0] !== brace) return false;
  const input = readBytes(2, bytes, {}).input;
  return input !== undefined && input.kind !== 'problem';
}
