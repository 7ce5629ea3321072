import type { RemoteState } from '@emend/acp/remote';
import { shortLine } from '../terminal/neutral.ts';
import { unreachableWords } from './remote-problem.ts';
import type { RemoteTarget } from './remote-target.ts';

/** The least time between two sentences about the same interruption, in milliseconds. */
const interval = 10_000;

/** Says when a remote connection is interrupted, now and then that it still is, and when it goes on; says nothing as long as all is well. */
export class StateWords {
  readonly #target: RemoteTarget;
  readonly #now: () => number;
  /** When an interruption was last told; undefined if there is none. */
  #toldAt: number | undefined;

  constructor(target: RemoteTarget, now = (): number => performance.now()) {
    this.#target = target;
    this.#now = now;
  }

  /** Returns the sentence for a new state, if there is something to say. */
  wordsFor(state: RemoteState): string | undefined {
    if (state.type === 'waiting') {
      const now = this.#now();
      if (this.#toldAt !== undefined && now - this.#toldAt < interval) return undefined;
      this.#toldAt = now;
      const pause = state.delay < 950 ? '' : ` in ${Math.round(state.delay / 1000)} s`;
      const [why = ''] = unreachableWords(state.cause, this.#target);
      return `The connection is interrupted; attempt ${state.attempt}${pause} to reach the server again. ${shortLine(why, 200)}`;
    }
    if (state.type !== 'open' || this.#toldAt === undefined) return undefined;
    this.#toldAt = undefined;
    return 'The connection is back.';
  }
}
