import type { Dialect } from '@emend/acp/protocol';
import type { Level } from '../api/frame-row.ts';
import type { Overview } from '../api/overview.ts';
import { type ByteSource, MemoryBytes, type Spool } from './byte-source.ts';
import { DialectChoice } from './dialect-choice.ts';
import { FilterSearch } from './filter-search.ts';
import type { FrameFacts } from './frame-facts.ts';
import { leftOutSentences } from './left-out.ts';
import { defaultLimits, type InspectionLimits } from './limits.ts';
import { LineReader } from './line-reader.ts';
import type { RecordingOrigin } from './plain-recording.ts';
import type { ProblemList } from './problem-list.ts';
import type { Moment, RecordedLine, Recording, SessionChange } from './recording.ts';
import { RecordingIndex } from './recording-index.ts';
import { Seeker } from './seeker.ts';
import type { Selection } from './selection.ts';

/** Listeners are called at most this often, in milliseconds. */
const tellEvery = 50;

/** What an {@link Inspection} reads and how. */
interface InspectionOptions extends Omit<RecordingOrigin, 'isLive'> {
  readonly bytes: ByteSource;
  /** The dialect of the recording. Default: what its lines show. */
  readonly dialect?: Dialect;
  /** Returns an empty spool for the messages that have to be translated. Default: memory. */
  readonly newSpool?: () => Spool;
  /** Gives others a turn. Default: a timer. */
  readonly pause?: () => Promise<void>;
}

/** An index, and what answers from it. */
interface Reading {
  readonly index: RecordingIndex;
  readonly lines: LineReader;
  readonly seeker: Seeker;
  readonly search: FilterSearch;
}

/** A recording of any length over a source of bytes that may grow: it is read once, and a seek folds from the nearest checkpoint. */
export class Inspection implements Recording {
  readonly #options: InspectionOptions;
  readonly #limits: InspectionLimits;
  readonly #listeners = new Set<() => void>();
  readonly #stop: () => void;
  readonly #choice: DialectChoice;
  #reading: Reading;
  #isReading: Promise<void> | undefined;
  #isStale = false;
  #isFirst = true;
  /** The start of an unfinished line that looked whole and was not. */
  #refused = -1;
  #told = 0;
  #isTelling = false;

  /** Nothing is read before {@link Inspection.grow} is called once; then what comes is read as it comes. */
  constructor(options: InspectionOptions) {
    this.#options = options;
    this.#choice = new DialectChoice(options.dialect);
    this.#limits = { ...defaultLimits, ...options.limits };
    this.#reading = this.#newReading();
    this.#stop = options.bytes.listen(() => {
      this.grow().catch(() => {});
    });
  }

  /** Stops to follow the source. */
  close(): void {
    this.#stop();
  }

  /** Reads what the source has by now. Resolves when all of it is read; rejects if it cannot be read. */
  grow(): Promise<void> {
    this.#isStale = true;
    this.#isReading ??= this.#readAll().finally(() => {
      this.#isReading = undefined;
    });
    return this.#isReading;
  }

  async #readAll(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false;
      await this.#readOn(this.#reading);
    }
    this.#isFirst = false;
    this.#tell();
  }

  /** Reads on; if all has to be read anew, what was read so far answers until the new reading has come as far. */
  async #readOn(reading: Reading): Promise<void> {
    let current = reading;
    for (;;) {
      const { index } = current;
      const publish = (): void => {
        if (index.frames >= this.#reading.index.frames) this.#reading = current;
        this.#tell();
      };
      const { tail } = index;
      if ((await index.read(publish)) && (await index.readTail(!this.#options.bytes.isLive, this.#refused))) {
        if (this.#isAtRest(index)) index.digest.endLint();
        this.#reading = current;
        return;
      }
      if (tail !== -1 && index.tail === tail) this.#refused = tail;
      current = this.#newReading();
    }
  }

  /** A file that has not grown since it was opened counts as whole, until it grows. */
  #isAtRest(index: RecordingIndex): boolean {
    const { bytes, source } = this.#options;
    if (!bytes.isLive) return true;
    const isFile = source.kind === 'file' || source.kind === 'page';
    return isFile && (this.#isFirst || index.digest.isLinted);
  }

  #newReading(): Reading {
    const { bytes: source, newSpool = () => new MemoryBytes(), pause = shortPause } = this.#options;
    const limits = this.#limits;
    const index = new RecordingIndex({ source, spool: newSpool(), limits, choice: this.#choice, pause });
    const lines = new LineReader(source, index.columns, limits);
    return {
      index,
      lines,
      seeker: new Seeker(index.digest, lines, source, limits.line),
      search: new FilterSearch({
        columns: index.columns,
        lines,
        longest: limits.shownLine,
        frames: () => index.frames,
        changed: () => this.#tell(),
        pause,
      }),
    };
  }

  get frames(): number {
    return this.#reading.index.frames;
  }

  get isComplete(): boolean {
    return !this.#options.bytes.isLive && this.#isReading === undefined;
  }

  get dialect(): Dialect {
    return this.#reading.index.digest.dialects.fold;
  }

  get problems(): ProblemList {
    return this.#reading.index.problems;
  }

  overview(): Overview {
    const { index } = this.#reading;
    const { duration, problems, sessions, digest, longLines, unfinished, bytes } = index;
    const { size, notice } = this.#options.bytes;
    return {
      source: this.#options.source,
      frames: index.frames,
      bytes,
      ...(duration === undefined ? {} : { duration }),
      progress: this.#isFirst && size > 0 ? Math.min(1, bytes / size) : 1,
      isLive: this.#options.bytes.isLive,
      ...(index.hasMessages ? { client: digest.dialects.fold, agent: digest.dialects.fold } : {}),
      sessions: sessions.list(this.#limits.listedSessions, (id) => digest.stateOf(id)?.info?.title),
      sessionCount: sessions.size,
      problems: { ...problems.counts },
      leftOut: [
        ...(notice === undefined ? [] : [notice]),
        ...leftOutSentences(
          {
            longLines,
            framesOfOtherSessions: sessions.framesLeftOut,
            problems: problems.dropped,
            unlinted: digest.unlinted,
            unfinished: this.#isFirst ? 0 : unfinished,
          },
          this.#limits,
        ),
      ],
      canTalk: false,
    };
  }

  facts(frame: number): FrameFacts {
    if (!(frame >= 1 && frame <= this.frames)) throw new Error(`There is no frame ${frame}.`);
    return this.#reading.index.columns.facts(frame);
  }

  worst(frame: number): Level | undefined {
    return this.#reading.index.columns.worst(frame);
  }

  lines(first: number, end: number): Promise<readonly RecordedLine[]> {
    return this.#reading.lines.lines(Math.max(1, first), Math.min(end, this.frames + 1));
  }

  async moment(frame: number): Promise<Moment> {
    return (await this.#reading.seeker.seek(this.#known(frame))).moment;
  }

  async changes(frame: number): Promise<readonly SessionChange[]> {
    return (await this.#reading.seeker.seek(this.#known(frame))).changes;
  }

  select(filter: string): Promise<Selection> {
    return this.#reading.search.select(filter);
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #known(frame: number): number {
    return Math.max(0, Math.min(Math.floor(frame), this.frames));
  }

  /** Calls the listeners, now or soon. */
  #tell(): void {
    if (this.#isTelling || this.#listeners.size === 0) return;
    this.#isTelling = true;
    const wait = Math.max(0, this.#told + tellEvery - performance.now());
    setTimeout(() => {
      this.#isTelling = false;
      this.#told = performance.now();
      for (const listener of [...this.#listeners]) listener();
    }, wait);
  }
}

function shortPause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
