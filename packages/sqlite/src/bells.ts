import { Bell } from '@emend/acp/log/store';

interface Hung {
  readonly bell: Bell;
  followers: number;
}

/** A bell for each session that somebody follows, by its number. */
export class Bells {
  readonly #bells = new Map<number, Hung>();

  /** The bell of a session, for one more follower. */
  join(number: number): Bell {
    const hung = this.#bells.get(number) ?? { bell: new Bell(), followers: 0 };
    hung.followers += 1;
    this.#bells.set(number, hung);
    return hung.bell;
  }

  /** One follower less. */
  leave(number: number): void {
    const hung = this.#bells.get(number);
    if (hung === undefined) return;
    hung.followers -= 1;
    if (hung.followers === 0) this.#bells.delete(number);
  }

  /** Wakes who follows these sessions. */
  ring(numbers: Iterable<number>): void {
    for (const number of numbers) this.#bells.get(number)?.bell.ring();
  }

  /** Wakes everybody. */
  ringAll(): void {
    for (const { bell } of this.#bells.values()) bell.ring();
  }
}
