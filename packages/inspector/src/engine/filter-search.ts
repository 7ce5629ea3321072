import { readLine } from '@emend/acp/recording';
import type { FrameColumns } from './frame-columns.ts';
import { type FilteredLine, type FrameFilter, readFilter } from './frame-filter.ts';
import { lossyText } from './line-bytes.ts';
import type { LineReader } from './line-reader.ts';
import { idOf } from './rows.ts';
import { GrowingSelection, type Selection } from './selection.ts';

/** How many filters are kept with what they let through. */
const mostFilters = 8;
/** How long frames are filtered before others get a turn, in milliseconds. */
const slice = 10;
/** After how many frames the time is looked at, where their lines are not read. */
const factsAtOnce = 256;
/** How many lines are filtered before that is told. */
const linesAtOnce = 5_000;
/** How many frames are searched before the first answer. */
const firstAnswer = 20_000;

interface Search {
  readonly filter: FrameFilter | undefined;
  readonly selection: GrowingSelection;
  /** The next frame to be looked at. */
  next: number;
  isRunning: boolean;
  /** Resolves when there is enough for an answer. */
  first: Promise<void>;
}

const noLine: FilteredLine = { text: () => '', id: () => undefined };

/** Finds the frames that filters let through. What a filter found is kept, and goes on when frames come. */
export class FilterSearch {
  readonly #columns: FrameColumns;
  readonly #lines: LineReader;
  readonly #longest: number;
  readonly #frames: () => number;
  readonly #changed: () => void;
  readonly #pause: () => Promise<void>;
  readonly #searches = new Map<string, Search>();

  constructor(parts: {
    readonly columns: FrameColumns;
    readonly lines: LineReader;
    /** The longest line whose text is searched, in bytes. */
    readonly longest: number;
    readonly frames: () => number;
    /** Called when a search in the background has gone on. */
    readonly changed: () => void;
    readonly pause: () => Promise<void>;
  }) {
    this.#columns = parts.columns;
    this.#lines = parts.lines;
    this.#longest = parts.longest;
    this.#frames = parts.frames;
    this.#changed = parts.changed;
    this.#pause = parts.pause;
  }

  /** Returns what a filter lets through so far. */
  async select(text: string): Promise<Selection> {
    const reading = readFilter(text);
    if ('fault' in reading) {
      const all = await this.select('');
      return withFault(all, reading.fault);
    }
    const search = this.#searchOf(text, reading.filter);
    if (search.next <= this.#frames() && !search.isRunning) search.first = this.#run(search);
    await search.first;
    search.selection.isComplete = search.next > this.#frames();
    return search.selection;
  }

  #searchOf(text: string, filter: FrameFilter): Search {
    const search = this.#searches.get(text) ?? {
      filter: text.trim() === '' ? undefined : filter,
      selection: new GrowingSelection(),
      next: 1,
      isRunning: false,
      first: Promise.resolve(),
    };
    this.#searches.delete(text);
    this.#searches.set(text, search);
    const oldest = this.#searches.keys().next().value as string;
    if (this.#searches.size > mostFilters) this.#searches.delete(oldest);
    return search;
  }

  /** Searches a first part, and the rest in the background. */
  async #run(search: Search): Promise<void> {
    search.isRunning = true;
    const until = search.next + firstAnswer;
    try {
      while (search.next <= this.#frames() && (search.filter?.needsLine !== true || search.next < until)) {
        await this.#step(search);
      }
    } catch (error) {
      search.isRunning = false;
      throw error;
    }
    if (search.next > this.#frames()) search.isRunning = false;
    else void this.#runOn(search);
  }

  async #runOn(search: Search): Promise<void> {
    try {
      while (search.next <= this.#frames() && this.#isKept(search)) {
        await this.#pause();
        await this.#step(search);
        this.#changed();
      }
    } finally {
      search.isRunning = false;
    }
  }

  #isKept(search: Search): boolean {
    for (const kept of this.#searches.values()) if (kept === search) return true;
    return false;
  }

  async #step(search: Search): Promise<void> {
    const { filter } = search;
    if (filter?.needsLine === true) await this.#stepByLines(search, filter);
    else await this.#stepByFacts(search, filter);
  }

  async #stepByFacts(search: Search, filter: FrameFilter | undefined): Promise<void> {
    const columns = this.#columns;
    const started = performance.now();
    do {
      const end = Math.min(this.#frames() + 1, search.next + factsAtOnce);
      for (; search.next < end; search.next++) {
        if (filter === undefined || filter.matches(columns.facts(search.next), noLine)) {
          search.selection.add(search.next, columns.group(search.next), columns.size(search.next));
        }
      }
    } while (search.next <= this.#frames() && performance.now() - started < slice);
    if (search.next <= this.#frames()) await this.#pause();
  }

  async #stepByLines(search: Search, filter: FrameFilter): Promise<void> {
    const columns = this.#columns;
    const end = Math.min(this.#frames() + 1, search.next + linesAtOnce);
    let started = performance.now();
    const rest = async (): Promise<void> => {
      await this.#pause();
      started = performance.now();
    };
    await this.#lines.each(search.next, end, this.#longest, (frame, bytes) => {
      const line = bytes === undefined ? noLine : filteredLine(frame, bytes);
      if (filter.matches(columns.facts(frame), line))
        search.selection.add(frame, columns.group(frame), columns.size(frame));
      search.next = frame + 1;
      return performance.now() - started < slice ? undefined : rest();
    });
  }
}

function filteredLine(frame: number, bytes: Uint8Array): FilteredLine {
  let text: string | undefined;
  let lower: string | undefined;
  const read = (): string => {
    text ??= lossyText(bytes);
    return text;
  };
  const readLower = (): string => {
    lower ??= read().toLowerCase();
    return lower;
  };
  return { text: readLower, id: () => idOf(readLine(frame, read())) };
}

function withFault(all: Selection, fault: string): Selection {
  return {
    fault,
    isComplete: all.isComplete,
    frames: all.frames,
    groups: all.groups,
    frameAt: (index) => all.frameAt(index),
    groupStart: (group) => all.groupStart(group),
    groupSize: (group) => all.groupSize(group),
    groupUpTo: (frame) => all.groupUpTo(frame),
  };
}
