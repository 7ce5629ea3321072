import { type Dialect, dialects } from '@emend/acp/protocol';
import {
  CheckDialect,
  Checker,
  Folding,
  type InputLine,
  isCorrection,
  LineHold,
  Linter,
  lineFindings,
  mostUndecided,
  type Provenance,
  readLine,
} from '@emend/acp/recording';
import type { SessionState } from '@emend/acp/session';
import type { Level } from '../api/frame-row.ts';
import type { Overview } from '../api/overview.ts';
import { sessionProblems } from './found-problems.ts';
import type { FrameFacts } from './frame-facts.ts';
import { readFilter } from './frame-filter.ts';
import { FrameReader } from './frame-reader.ts';
import { leftOutSentences } from './left-out.ts';
import { defaultLimits, type InspectionLimits } from './limits.ts';
import { ProblemList, worse } from './problem-list.ts';
import type { Moment, RecordedLine, Recording, SessionChange } from './recording.ts';
import { idOf } from './rows.ts';
import { GrowingSelection, type Selection } from './selection.ts';
import { SessionIndex } from './session-index.ts';
import { ToldOnce } from './told-once.ts';

/** Where a recording comes from, and whether more of it may come. */
export interface RecordingOrigin {
  readonly source: Overview['source'];
  readonly isLive: boolean;
  readonly limits?: Partial<InspectionLimits>;
}

interface PlainFrame {
  readonly text: string;
  readonly input: InputLine | undefined;
  readonly facts: FrameFacts;
  readonly changes: readonly SessionChange[];
  readonly states: ReadonlyMap<string, SessionState>;
  readonly provenances: ReadonlyMap<string, Provenance>;
}

/**
 * A recording over an array of lines that keeps the sessions after every frame, and computes everything anew when lines are added. It is
 * for short recordings, and what faster ones are compared with.
 */
export class PlainRecording implements Recording {
  readonly #texts: string[] = [];
  readonly #origin: RecordingOrigin;
  readonly #limits: InspectionLimits;
  readonly #listeners = new Set<() => void>();
  #frames: readonly PlainFrame[] = [];
  #sessions = new SessionIndex(0);
  #dialect: Dialect = 'june';
  problems = new ProblemList();

  constructor(texts: readonly string[], origin: RecordingOrigin) {
    this.#origin = origin;
    this.#limits = { ...defaultLimits, ...origin.limits };
    this.grow(texts);
  }

  /** Adds lines. */
  grow(texts: readonly string[]): void {
    this.#texts.push(...texts);
    const inputs = this.#texts.map((text, index) => readLine(index + 1, text));
    this.#dialect = foldDialect(inputs);
    this.problems = new ProblemList();
    this.#sessions = new SessionIndex(this.#limits.sessions);
    this.#frames = this.#read(inputs, checkDialect(inputs));
    for (const listener of this.#listeners) listener();
  }

  #read(inputs: readonly (InputLine | undefined)[], against: Dialect): readonly PlainFrame[] {
    const reader = new FrameReader();
    const linter = new Linter(this.#dialect);
    const once = new ToldOnce();
    const checker = new Checker(dialects[against], 'strict');
    let changes: SessionChange[] = [];
    let found: ReturnType<typeof sessionProblems>[number][] = [];
    let number = 0;
    let isCorrected = false;
    const folding = new Folding({
      hasProvenance: true,
      sessions: this.#limits.sessions,
      limits: { diagnostics: 10_000 },
      folded: (session, before, after) => {
        const known = changes.find((change) => change.session === session);
        if (known === undefined) changes.push({ session, before, after });
        else changes[changes.indexOf(known)] = { ...known, after };
        if (before !== undefined && isCorrection(before, after)) isCorrected = true;
        found.push(...sessionProblems(number, session, before, after));
      },
    });
    folding.dialect = this.#dialect;
    const facts: FrameFacts[] = [];
    const frames = inputs.map((input, index): PlainFrame => {
      number = index + 1;
      changes = [];
      found = [];
      isCorrected = false;
      const text = this.#texts[index] as string;
      const own = reader.read(number, input, new TextEncoder().encode(text).length);
      facts.push(own);
      // The answer is known to its request once it has come.
      const asked = own.pair === undefined ? undefined : facts[own.pair - 1];
      if (asked !== undefined) Object.assign(asked, { pair: number });
      if (own.session !== undefined) this.#sessions.add(own.session, number);
      if (input !== undefined) {
        folding.read(input);
        if (isCorrected) Object.assign(own, { isCorrection: true });
        const findings = lineFindings(input, checker);
        const told = { frame: number, session: own.session, findings, diagnostics: found, hints: linter.read(input) };
        for (const problem of once.problems(told)) this.problems.add(problem);
      }
      const provenances = new Map<string, Provenance>();
      for (const id of folding.sessions.keys()) {
        provenances.set(id, folding.provenances.at(folding.numberOf(id) ?? -1) as Provenance);
      }
      return { text, input, facts: own, changes, states: folding.sessions, provenances };
    });
    if (!this.#origin.isLive) for (const problem of once.hints(linter.end())) this.problems.add(problem);
    return frames;
  }

  get frames(): number {
    return this.#frames.length;
  }

  get isComplete(): boolean {
    return !this.#origin.isLive;
  }

  get dialect(): Dialect {
    return this.#dialect;
  }

  overview(): Overview {
    const last = this.#frames.at(-1);
    const timed = this.#frames.findLast(({ facts }) => facts.at !== undefined);
    const hasMessages = this.#frames.some(({ input }) => input?.kind === 'message');
    return {
      source: this.#origin.source,
      frames: this.#frames.length,
      bytes: this.#frames.reduce((sum, { facts }) => sum + facts.size + 1, 0),
      ...(timed?.facts.at === undefined ? {} : { duration: timed.facts.at }),
      progress: 1,
      isLive: this.#origin.isLive,
      ...(hasMessages ? { client: this.#dialect, agent: this.#dialect } : {}),
      sessions: this.#sessions.list(this.#limits.listedSessions, (id) => last?.states.get(id)?.info?.title),
      sessionCount: this.#sessions.size,
      problems: { ...this.problems.counts },
      leftOut: leftOutSentences(
        {
          longLines: 0,
          framesOfOtherSessions: this.#sessions.framesLeftOut,
          problems: this.problems.dropped,
          unlinted: 0,
          unfinished: 0,
        },
        this.#limits,
      ),
      canTalk: false,
    };
  }

  facts(frame: number): FrameFacts {
    return this.#frameAt(frame).facts;
  }

  worst(frame: number): Level | undefined {
    let worst: Level | undefined;
    for (const { level } of this.problems.of(frame)) worst = worse(worst, level);
    return worst;
  }

  async lines(first: number, end: number): Promise<readonly RecordedLine[]> {
    const { rawLength, shownLine } = this.#limits;
    return this.#frames.slice(first - 1, end - 1).map(({ text, input, facts }) => ({
      frame: facts.number,
      text: text.slice(0, rawLength),
      cut: Math.max(0, text.length - rawLength),
      input: facts.size <= shownLine ? input : undefined,
    }));
  }

  async moment(frame: number): Promise<Moment> {
    const found = this.#frames[Math.min(frame, this.#frames.length) - 1];
    return {
      frame,
      state: (session) => found?.states.get(session),
      provenance: (session) => found?.provenances.get(session),
      sessions: () => found?.states ?? new Map(),
    };
  }

  async changes(frame: number): Promise<readonly SessionChange[]> {
    return this.#frameAt(frame).changes;
  }

  async select(text: string): Promise<Selection> {
    const reading = readFilter(text);
    const selection = new GrowingSelection();
    for (const { facts, text: line, input } of this.#frames) {
      const read = { text: () => line.toLowerCase(), id: () => idOf(input) };
      if ('fault' in reading || reading.filter.matches(facts, read))
        selection.add(facts.number, facts.group, facts.size);
    }
    selection.isComplete = true;
    if ('fault' in reading) selection.fault = reading.fault;
    return selection;
  }

  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #frameAt(frame: number): PlainFrame {
    const found = this.#frames[frame - 1];
    if (found === undefined) throw new Error(`There is no frame ${frame}.`);
    return found;
  }
}

function foldDialect(inputs: readonly (InputLine | undefined)[]): Dialect {
  const hold = new LineHold();
  hold.take(inputs.filter((input) => input !== undefined));
  return hold.likely;
}

function checkDialect(inputs: readonly (InputLine | undefined)[]): Dialect {
  const choice = new CheckDialect();
  for (const input of inputs.filter((one) => one !== undefined).slice(0, mostUndecided)) {
    const certain = choice.see(input);
    if (certain !== undefined) return certain;
  }
  return choice.likely;
}
