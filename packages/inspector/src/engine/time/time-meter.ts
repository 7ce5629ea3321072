import type { FrameKind, FrameSender } from '../../api/frame-row.ts';
import type { Span, TimeView } from '../../api/time-view.ts';
import { keepNewest } from './bounded-map.ts';
import { FirstWords } from './first-words.ts';
import { Longest } from './longest.ts';
import { MethodDurations } from './method-times.ts';
import { Rates } from './rates.ts';
import { type TurnEnd, Turns } from './turns.ts';

/** What {@link TimeMeter} has to know of a frame. */
export interface TimedFrame {
  readonly frame: number;
  /** When, in milliseconds since the start; absent if the recording does not say it. */
  readonly at?: number | undefined;
  readonly from: FrameSender;
  readonly kind: FrameKind;
  /** The method of a request. */
  readonly method?: string | undefined;
  readonly session?: string | undefined;
  /** The size in bytes. */
  readonly size: number;
  /** The frame of the request that a response answers. */
  readonly answers?: number | undefined;
  /** Whether it brings text of a message of the agent. */
  readonly isWord?: boolean;
  /** Whether the agent says by it that it is idle. */
  readonly isIdle?: boolean;
}

/** How many requests are listed, and how many may be open at once. */
const mostSpans = 400;
const mostOpen = 50_000;

/** Measures requests and rates of a recording, frame by frame. What it keeps does not grow with the recording, but for eight bytes a request. */
export class TimeMeter {
  readonly #rates = new Rates();
  readonly #methods = new MethodDurations();
  readonly #firstWords = new FirstWords();
  readonly #turns: Turns;
  readonly #longest = new Longest<Span>(mostSpans);
  readonly #open = new Map<number, Span>();
  #spanCount = 0;
  #duration = 0;
  #isTimed = false;

  constructor(turnsEndBy: TurnEnd) {
    this.#turns = new Turns(turnsEndBy);
  }

  /** Measures the next frame. */
  take(frame: TimedFrame): void {
    const { at } = frame;
    // A time can be any number in a file that somebody wrote.
    if (at === undefined || !Number.isFinite(at) || at < 0) return;
    this.#isTimed = true;
    this.#duration = Math.max(this.#duration, at);
    this.#rates.take(at, frame.size, frame.kind === 'update');
    if (frame.kind === 'request') this.#asked(frame, at);
    else if (frame.answers !== undefined) this.#answered(frame, frame.answers, at);
    else if (frame.session !== undefined) this.#updated(frame, frame.session, at);
  }

  /** What was measured so far. */
  get view(): TimeView {
    const open = [...this.#open.values()];
    const room = Math.max(mostSpans / 2, mostSpans - this.#longest.items.length);
    // The oldest open requests have lasted longest.
    const waiting = open.slice(0, room);
    const answered = this.#longest.items
      .sort((one, other) => lengthOf(other) - lengthOf(one))
      .slice(0, mostSpans - waiting.length);
    return {
      isTimed: this.#isTimed,
      duration: this.#duration,
      spans: [...answered, ...waiting].sort((one, other) => one.frame - other.frame),
      spanCount: this.#spanCount,
      methods: this.#methods.times,
      ...this.#rates.counted,
      firstWords: this.#firstWords.list,
      firstWord: this.#firstWords.summary,
      turn: this.#turns.summary,
    };
  }

  #asked({ frame, from, method = '', session }: TimedFrame, at: number): void {
    const sender = from === 'agent' ? 'agent' : 'client';
    this.#spanCount += 1;
    this.#methods.asked(method);
    const span: Span = { frame, method, from: sender, start: at, isError: false };
    this.#open.set(frame, session === undefined ? span : { ...span, session });
    if (method === 'session/prompt' && session !== undefined) {
      this.#firstWords.prompted(session, frame, at);
      this.#turns.prompted(session, frame, at);
    }
    keepNewest(this.#open, mostOpen);
  }

  #answered({ frame, kind }: TimedFrame, request: number, at: number): void {
    const span = this.#open.get(request);
    if (span === undefined) return;
    this.#open.delete(request);
    const end = Math.max(span.start, at);
    this.#methods.answered(span.method, end - span.start);
    this.#longest.add(end - span.start, { ...span, end, answer: frame, isError: kind === 'error' });
    const { session } = span;
    if (session !== undefined) this.#ended(session, this.#turns.answered(session, request, at, kind === 'error'));
  }

  #updated({ isWord, isIdle }: TimedFrame, session: string, at: number): void {
    if (isWord === true) this.#firstWords.said(session, at);
    if (isIdle === true) this.#ended(session, this.#turns.idle(session, at));
  }

  #ended(session: string, prompts: readonly number[]): void {
    for (const prompt of prompts) this.#firstWords.ended(session, prompt);
  }
}

function lengthOf({ start, end = start }: Span): number {
  return end - start;
}
