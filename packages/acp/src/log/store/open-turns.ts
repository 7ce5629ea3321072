import type { RequestId } from '../../protocol/base/generated/rpc.ts';
import type { LogEvent } from '../event.ts';

interface OpenTurn {
  readonly requestId: RequestId | undefined;
  readonly position: number;
  isAccepted: boolean;
}

/** The prompts that wait for their answer, oldest first. */
export class OpenTurns {
  #turns: OpenTurn[] = [];

  /** Whether there is none. */
  get isEmpty(): boolean {
    return this.#turns.length === 0;
  }

  /** Takes in an event; true if the turn that runs, the oldest, or the time between turns ended with it. */
  follow(event: LogEvent, position: number): boolean {
    if (event.type === 'prompt_sent') {
      this.#turns.push({ requestId: event.requestId, position, isAccepted: false });
      return this.#turns.length === 1;
    }
    if (event.type !== 'turn_ended') return false;
    const { requestId } = event;
    const index = this.#turns.findIndex((turn) => requestId === undefined || turn.requestId === requestId);
    if (index === -1) return false;
    this.#turns.splice(index, 1);
    return index === 0;
  }

  /** The position of the oldest prompt that no user message has repeated yet; it counts as repeated from now on. */
  accept(): number | undefined {
    const turn = this.#turns.find(({ isAccepted }) => !isAccepted);
    if (turn !== undefined) turn.isAccepted = true;
    return turn?.position;
  }
}
