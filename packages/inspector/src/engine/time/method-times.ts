import type { MethodTimes } from '../../api/time-view.ts';
import { CollectedDurations } from './durations.ts';

/** How many methods are told apart; the others count as one. */
const mostMethods = 200;
const others = '(other methods)';

interface Measured {
  readonly durations: CollectedDurations;
  asked: number;
}

/** Collects the durations of requests, method by method. */
export class MethodDurations {
  readonly #methods = new Map<string, Measured>();

  asked(method: string): void {
    this.#of(method).asked += 1;
  }

  answered(method: string, milliseconds: number): void {
    this.#of(method).durations.add(milliseconds);
  }

  /** The methods, the most frequent first. */
  get times(): MethodTimes[] {
    const times = Array.from(this.#methods, ([method, { durations, asked }]): MethodTimes => {
      const summary = durations.summary;
      return { method, ...summary, count: asked, unanswered: asked - summary.count };
    });
    return times.sort((one, other) => other.count - one.count || (one.method < other.method ? -1 : 1));
  }

  #of(method: string): Measured {
    const name = this.#methods.has(method) || this.#methods.size < mostMethods ? method : others;
    let measured = this.#methods.get(name);
    if (measured === undefined) {
      measured = { durations: new CollectedDurations(), asked: 0 };
      this.#methods.set(name, measured);
    }
    return measured;
  }
}
