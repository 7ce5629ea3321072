import { dialects, isObject } from '@emend/acp/protocol';
import {
  Checker,
  Folding,
  type FoldingCheckpoint,
  type FoldingReceiver,
  type InputLine,
  isCorrection,
  LineTranslation,
  Linter,
  lineFindings,
  type TranslatedLine,
  type WarningLine,
} from '@emend/acp/recording';
import { isSessionDialect, type SessionState } from '@emend/acp/session';
import type { Problem } from '../api/problem.ts';
import type { Spool } from './byte-source.ts';
import type { ChosenDialects } from './dialect-choice.ts';
import { checkProblem, sessionProblems } from './found-problems.ts';
import { GrowingNumbers } from './growing-numbers.ts';
import type { InspectionLimits } from './limits.ts';
import type { SessionChange } from './recording.ts';
import { byteLength, spooledLine, spooledText } from './spooled-line.ts';
import { ToldOnce } from './told-once.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The sessions after a frame, to fold on from. */
interface FrameCheckpoint {
  readonly frame: number;
  readonly checkpoint: FoldingCheckpoint;
}

const nothing: TranslatedLine = { lines: [], faults: [] };

/** Answers are no calls: the one to a call that was translated has to be, too. */
function isCall(input: InputLine): boolean {
  return input.kind === 'message' && isObject(input.message) && 'method' in input.message;
}

/** Gets what a digest finds. */
interface DigestReport {
  problem(problem: Problem): void;
  /** Called for a frame that takes back something that a message said before. */
  correction(frame: number): void;
}

/** Chunks only add, and most updates are chunks. */
function mayCorrect({ sessionUpdate }: { readonly sessionUpdate: string }): boolean {
  return !sessionUpdate.endsWith('_chunk');
}

/** What the lines of a recording come to: problems, and sessions that can be had after any frame. */
export class Digest {
  readonly dialects: ChosenDialects;
  readonly #limits: InspectionLimits;
  readonly #checker: Checker;
  readonly #linter: Linter;
  readonly #translation: LineTranslation | undefined;
  readonly #spool: Spool;
  /** Where the translation of each frame is in the spool; the end of one is the start of the next. */
  readonly #spooled = new GrowingNumbers(Float64Array);
  #pending = '';
  #spoolSize: number;
  readonly #folding: Folding;
  readonly #checkpoints: FrameCheckpoint[] = [];
  readonly #report: DigestReport;
  readonly #once = new ToldOnce();
  /** The last frame that was linted, once the end was. */
  #lintedUpTo: number | undefined;
  #frame = 0;
  #changes: SessionChange[] = [];
  #diagnostics: Problem[] = [];

  constructor(chosen: ChosenDialects, limits: InspectionLimits, spool: Spool, report: DigestReport) {
    this.dialects = chosen;
    this.#limits = limits;
    this.#spool = spool;
    this.#spoolSize = spool.size;
    this.#report = report;
    this.#checker = new Checker(dialects[chosen.check], 'strict');
    this.#linter = new Linter(chosen.fold);
    this.#translation = isSessionDialect(chosen.fold) ? undefined : new LineTranslation(chosen.fold);
    this.#folding = this.#newFolding({
      folded: (session, before, after, event) => {
        this.#changes.push({ session, before, after });
        if (event.type === 'update' && mayCorrect(event.update) && before !== undefined && isCorrection(before, after))
          report.correction(this.#frame);
        for (const problem of sessionProblems(this.#frame, session, before, after)) this.#diagnostics.push(problem);
      },
    });
    this.#spooled.push(this.#spoolSize);
    this.#checkpoints.push({ frame: 0, checkpoint: this.#folding.checkpoint() });
  }

  /** Takes the line of the next frame; `session` is the one that it names. */
  take(frame: number, input: InputLine | undefined, session: string | undefined): void {
    this.#frame = frame;
    if (this.#changes.length > 0) this.#changes = [];
    if (input !== undefined) {
      const findings = lineFindings(input, this.#checker);
      const translated = this.#translation && this.#translate(this.#translation, input, session);
      if (translated === undefined) this.#folding.read(input);
      else this.#takeTranslated(frame, translated);
      const hints = this.isLinted ? [] : this.#linter.read(input);
      const diagnostics = this.#diagnostics;
      if (diagnostics.length > 0) this.#diagnostics = [];
      for (const one of this.#once.problems({ frame, session, findings, diagnostics, hints }))
        this.#report.problem(one);
    }
    if (this.#translation !== undefined) this.#spooled.push(this.#spoolSize);
    const { frame: last } = this.#checkpoints.at(-1) as FrameCheckpoint;
    // A checkpoint copies the open requests, so that it comes after as many frames at least.
    if (frame - last >= Math.max(this.#limits.checkpoint, this.#folding.openRequests)) {
      this.#checkpoints.push({ frame, checkpoint: this.#folding.checkpoint() });
    }
  }

  /** Reports what only the end of a recording shows. What comes after it is not linted. */
  endLint(): void {
    if (this.isLinted) return;
    this.#lintedUpTo = this.#frame;
    for (const problem of this.#once.hints(this.#linter.end())) this.#report.problem(problem);
  }

  /** Whether the end of the recording was linted. */
  get isLinted(): boolean {
    return this.#lintedUpTo !== undefined;
  }

  /** How many frames came after the end was linted, and were not. */
  get unlinted(): number {
    return this.#frame - (this.#lintedUpTo ?? this.#frame);
  }

  /** Reports what there is to say of a line beside its message. */
  warn(frame: number, line: WarningLine): void {
    for (const finding of lineFindings(line, this.#checker))
      this.#report.problem(checkProblem(frame, finding, undefined));
  }

  /** A translation remembers each session that it sees, so that it sees no call of those whose events are dropped. */
  #translate(by: LineTranslation, input: InputLine, session: string | undefined): TranslatedLine | undefined {
    const isLeftOut = session !== undefined && isCall(input) && this.#folding.isDropped(session);
    return isLeftOut ? nothing : by.translate(input);
  }

  #takeTranslated(frame: number, translated: TranslatedLine): void {
    this.#folding.readTranslated(frame, translated);
    const text = spooledText(translated);
    this.#pending += text;
    this.#spoolSize += byteLength(text);
  }

  /** Writes the translations so far to the spool. */
  async flush(): Promise<void> {
    const pending = this.#pending;
    this.#pending = '';
    if (pending !== '') await this.#spool.append(encoder.encode(pending));
  }

  /** The last frame that was taken. */
  get frame(): number {
    return this.#frame;
  }

  /** The sessions after the last frame. */
  get folding(): Folding {
    return this.#folding;
  }

  /** How the last frame changed sessions. */
  get changes(): readonly SessionChange[] {
    return mergedChanges(this.#changes);
  }

  stateOf(session: string): SessionState | undefined {
    const number = this.#folding.numberOf(session);
    return number === undefined ? undefined : this.#folding.states.at(number);
  }

  /** Whether the lines of frames are needed to fold them; those of v1 have been translated before. */
  get isTranslated(): boolean {
    return this.#translation !== undefined;
  }

  /** Returns the last checkpoint at or before a frame. */
  checkpointBefore(frame: number): FrameCheckpoint {
    let low = 0;
    let high = this.#checkpoints.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#checkpoints[middle] as FrameCheckpoint).frame <= frame) low = middle;
      else high = middle;
    }
    return this.#checkpoints[low] as FrameCheckpoint;
  }

  /** Returns a fold that goes on from a checkpoint. */
  foldingFrom({ checkpoint }: FrameCheckpoint, receiver: FoldingReceiver): Folding {
    return this.#newFolding(receiver, checkpoint);
  }

  /** Returns what the frames `first` to `end` (excluded) were translated to; `undefined` for those that are folded as they are. */
  async translations(first: number, end: number): Promise<readonly (TranslatedLine | undefined)[]> {
    const from = this.#spooled.at(first - 1);
    const bytes = await this.#spool.read(from, this.#spooled.at(end - 1));
    const found: (TranslatedLine | undefined)[] = [];
    for (let frame = first; frame < end; frame++) {
      const [start, stop] = [this.#spooled.at(frame - 1) - from, this.#spooled.at(frame) - from];
      found.push(start === stop ? undefined : spooledLine(frame, decoder.decode(bytes.subarray(start, stop))));
    }
    return found;
  }

  #newFolding(receiver: FoldingReceiver, from?: FoldingCheckpoint): Folding {
    const { sessions } = this.#limits;
    const options = { hasProvenance: true, sessions, limits: { diagnostics: 10_000 }, ...receiver };
    const folding = new Folding(options, from);
    if (from === undefined && isSessionDialect(this.dialects.fold)) folding.dialect = this.dialects.fold;
    return folding;
  }
}

/** Returns one change for each session of the changes of a frame, in the order of the first ones. */
export function mergedChanges(changes: readonly SessionChange[]): readonly SessionChange[] {
  if (changes.length <= 1) return changes;
  const bySession = new Map<string, SessionChange>();
  for (const change of changes) {
    const known = bySession.get(change.session);
    bySession.set(change.session, known === undefined ? change : { ...known, after: change.after });
  }
  return [...bySession.values()];
}
