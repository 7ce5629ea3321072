import type { RemoteState } from '@emend/acp/remote';
import { shortLine } from '../terminal/neutral.ts';

/** Says in one sentence each when a remote connection is interrupted and when it goes on; says nothing as long as all is well. */
export class StateWords {
  #isInterrupted = false;

  /** Returns the sentence for a new state, if there is something to say. */
  wordsFor(state: RemoteState): string | undefined {
    if (state.type === 'waiting') {
      this.#isInterrupted = true;
      const pause = state.delay < 950 ? '' : ` in ${Math.round(state.delay / 1000)} s`;
      return `The connection is interrupted; attempt ${state.attempt}${pause} to reach the server again. ${shortLine(state.cause, 200)}`;
    }
    if (state.type !== 'open' || !this.#isInterrupted) return undefined;
    this.#isInterrupted = false;
    return 'The connection is back.';
  }
}
