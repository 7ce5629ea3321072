import { type Dialect, dialects } from '@emend/acp/protocol';
import type { BridgeQuestion, BridgeRow, BridgeRows } from '../../api/bridge-view.ts';
import { BridgeTranslation, type RecordedMessage } from './bridge-translation.ts';

/** The messages of a recording that a bridge view translates. */
export interface BridgeSource {
  /** The dialect of the recording, as far as it is known. */
  readonly dialect: Dialect;
  /** How many frames there are so far, and whether all of them are there. */
  readonly frames: number;
  readonly isComplete: boolean;
  /** Returns the messages of the frames `start` to `end` (excluded, counted from 0). */
  read(start: number, end: number): Promise<readonly RecordedMessage[]>;
}

/** How many frames are translated before others get a turn. */
const batchLength = 2_000;
/** Most rows of one answer. */
const mostRows = 500;

interface Run {
  readonly translation: BridgeTranslation;
  taken: number;
  hasEnded: boolean;
  isWorking: boolean;
  /** The part that is being translated. */
  step?: Promise<void>;
}

/** Answers what the bridge view asks. A recording is translated once for each dialect, when it is first asked for. */
export class BridgeView {
  readonly #source: BridgeSource;
  readonly #runs = new Map<Dialect, Run>();

  constructor(source: BridgeSource) {
    this.#source = source;
  }

  async answer({ to, start, end, show, frame }: BridgeQuestion): Promise<BridgeRows> {
    // A page may ask anything.
    if (!Object.hasOwn(dialects, to)) throw new Error('There is no such dialect.');
    const run = this.#runOf(to);
    await this.#catchUp(run);
    const { translation } = run;
    const rows: BridgeRow[] = [];
    const last = Math.min(end, start + mostRows, translation.count(show));
    for (let index = Math.max(0, start); index < last; index += 1) {
      const row = await translation.row(show, index);
      if (row !== undefined) rows.push(row);
    }
    const { rules, changed } = translation;
    return {
      from: translation.from,
      total: translation.count(show),
      rows,
      place: frame === undefined ? -1 : translation.place(show, frame),
      rules: rules.list,
      losses: rules.losses,
      repairs: rules.repairs,
      changed,
      progress: run.hasEnded || this.#source.frames === 0 ? 1 : run.taken / this.#source.frames,
    };
  }

  #runOf(to: Dialect): Run {
    const { dialect } = this.#source;
    const known = this.#runs.get(to);
    // The first frames of a live recording may not yet say what it speaks.
    if (known !== undefined && known.translation.from === dialect) return known;
    const run: Run = { translation: new BridgeTranslation(dialect, to), taken: 0, hasEnded: false, isWorking: false };
    this.#runs.set(to, run);
    return run;
  }

  /** Translates what is not translated yet, and resolves after the first part of it. */
  async #catchUp(run: Run): Promise<void> {
    // The step that is waited for may have ended before the last frames came.
    for (let tries = 0; tries < 2 && !this.#isDone(run); tries += 1) {
      if (!run.isWorking) void this.#work(run);
      await run.step;
    }
  }

  async #work(run: Run): Promise<void> {
    run.isWorking = true;
    try {
      while (!this.#isDone(run)) {
        run.step = this.#translate(run);
        await run.step;
      }
    } catch {
      // Whoever waits for the step gets its error.
    } finally {
      run.isWorking = false;
    }
  }

  #isDone(run: Run): boolean {
    return run.taken === this.#source.frames && (run.hasEnded || !this.#source.isComplete);
  }

  async #translate(run: Run): Promise<void> {
    const { translation, taken } = run;
    const end = Math.min(this.#source.frames, taken + batchLength);
    for (const message of await this.#source.read(taken, end)) translation.take(message);
    run.taken = end;
    if (end === this.#source.frames && this.#source.isComplete && !run.hasEnded) {
      run.hasEnded = true;
      translation.end();
    }
    await translation.settled();
  }
}
