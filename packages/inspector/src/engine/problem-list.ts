import type { Level } from '../api/frame-row.ts';
import type { NextProblemQuestion, Problem, Problems, ProblemsQuestion } from '../api/problem.ts';

/** How many problems are kept; the others are only counted. */
const mostProblems = 100_000;

/** Longest text of a problem. */
const longestText = 1_000;

/** How many problems one answer has. */
const mostAnswered = 1_000;

const ranks: Readonly<Record<Level, number>> = { hint: 1, warning: 2, error: 3 };

/** Returns the worse of two levels. */
export function worse(one: Level | undefined, other: Level): Level {
  return one === undefined || ranks[other] > ranks[one] ? other : one;
}

/** The problems of a recording, in the order of their frames. */
export class ProblemList {
  readonly #problems: Problem[] = [];
  readonly counts: Record<Level, number> = { error: 0, warning: 0, hint: 0 };
  /** How many were not kept. */
  dropped = 0;
  #isSorted = true;

  /** Adds a problem; its frame may be an earlier one. */
  add(problem: Problem): void {
    this.counts[problem.level] += 1;
    if (this.#problems.length >= mostProblems) {
      this.dropped += 1;
      return;
    }
    const last = this.#problems.at(-1);
    if (last !== undefined && last.frame > problem.frame) this.#isSorted = false;
    const { text } = problem;
    this.#problems.push(text.length > longestText ? { ...problem, text: `${text.slice(0, longestText)}…` } : problem);
  }

  /** Returns the problems of a frame. */
  of(frame: number): readonly Problem[] {
    const all = this.#sorted();
    const found: Problem[] = [];
    for (let index = this.#firstAt(frame); all[index]?.frame === frame; index++) found.push(all[index] as Problem);
    return found;
  }

  /** Returns the worst level of the problems of the frames `first` to `last`. */
  worstBetween(first: number, last: number): Level | undefined {
    const all = this.#sorted();
    let worst: Level | undefined;
    for (let index = this.#firstAt(first); worst !== 'error'; index++) {
      const problem = all[index];
      if (problem === undefined || problem.frame > last) break;
      worst = worse(worst, problem.level);
    }
    return worst;
  }

  /** Answers which problems there are. */
  page({ start, end, levels, frame }: ProblemsQuestion): Problems {
    const all = this.#sorted();
    const some = levels === undefined ? all : all.filter(({ level }) => levels.includes(level));
    const from = Math.max(0, start);
    const place = frame === undefined ? -1 : firstAt(some, frame);
    return {
      total: some.length,
      problems: some.slice(from, Math.min(end, from + mostAnswered)),
      ...(some[place] !== undefined && some[place].frame === frame && { place }),
    };
  }

  /** Answers which problem is the next or the previous one. */
  next({ frame, direction }: NextProblemQuestion): { readonly problem?: Problem } {
    const all = this.#sorted();
    const problem = direction === 'next' ? all[this.#firstAt(frame + 1)] : all[this.#firstAt(frame) - 1];
    return problem === undefined ? {} : { problem };
  }

  #sorted(): readonly Problem[] {
    // Sorting is stable: problems of a frame stay in the order in which they were found.
    if (!this.#isSorted) this.#problems.sort((one, other) => one.frame - other.frame);
    this.#isSorted = true;
    return this.#problems;
  }

  #firstAt(frame: number): number {
    return firstAt(this.#sorted(), frame);
  }
}

/** Returns the index of the first problem that does not belong to an earlier frame. */
function firstAt(all: readonly Problem[], frame: number): number {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((all[middle] as Problem).frame < frame) low = middle + 1;
    else high = middle;
  }
  return low;
}
