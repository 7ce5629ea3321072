import type { Side } from '../../protocol/side.ts';

/** What a check comes to: a broken MUST, something that is legal but breaks real peers or a broken SHOULD, or no answer at all. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'skip';

/** A frame as evidence: who sent it, and the message or, if it is none, the text. */
export interface SeenFrame {
  readonly from: Side;
  readonly message?: unknown;
  readonly text?: string;
}

/** What is known of a check before it runs in one dialect. */
export interface CheckAbout {
  /** The name of the check: `prompt.one-answer`. */
  readonly id: string;
  /** What a right peer does, in a sentence. */
  readonly title: string;
  /** The rules that it checks. */
  readonly requirements: readonly string[];
  /** The dialect as the command line names it; of a bridge, both: `june:1`. */
  readonly dialect: string;
}

/** The result of a check in one dialect. */
export interface CheckResult extends CheckAbout {
  readonly verdict: Verdict;
  /** What was seen instead, or why the check was skipped. */
  readonly reason?: string;
  /** The frames that show it. */
  readonly frames?: readonly SeenFrame[];
  /** The end of the standard error of the peer, of a check that failed or warned. */
  readonly stderr?: string;
}

/** Ends a check with a verdict other than `pass`. */
export class Judgement extends Error {
  readonly verdict: Exclude<Verdict, 'pass'>;
  readonly frames: readonly SeenFrame[];

  constructor(verdict: Exclude<Verdict, 'pass'>, reason: string, frames: readonly SeenFrame[] = []) {
    super(reason);
    this.verdict = verdict;
    this.frames = frames;
  }
}

/** Ends a check: a rule that binds every peer is broken. */
export function fail(reason: string, ...frames: readonly (SeenFrame | undefined)[]): never {
  throw new Judgement('fail', reason, present(frames));
}

/** Ends a check: what was seen is legal, or breaks only a recommendation. */
export function warn(reason: string, ...frames: readonly (SeenFrame | undefined)[]): never {
  throw new Judgement('warn', reason, present(frames));
}

/** Ends a check that cannot tell anything about this peer. */
export function skip(reason: string): never {
  throw new Judgement('skip', reason);
}

function present(frames: readonly (SeenFrame | undefined)[]): readonly SeenFrame[] {
  return frames.filter((frame) => frame !== undefined);
}
