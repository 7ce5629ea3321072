import type { Clock } from './clock.ts';

/** Times of a {@link Liveness}, in milliseconds. */
interface LivenessTimes {
  /** Between one probe and the next. */
  readonly interval: number;
  /** Without a sign of life, until the peer counts as gone. */
  readonly silence: number;
}

/** Callbacks of a {@link Liveness}. */
interface LivenessListener {
  /** Called to ask the peer for a sign of life. */
  probe(): void;
  /** Whether no sign of life can be expected, because nothing is read. */
  isBlind(): boolean;
  /** Called once when the peer has been silent for too long. */
  gone(): void;
}

/** Asks a peer for signs of life, and notices when there are none. */
export class Liveness {
  readonly #clock: Clock;
  readonly #times: LivenessTimes;
  readonly #listener: LivenessListener;
  #hasHeard = false;
  #last = 0;
  #due = 0;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, times: LivenessTimes, listener: LivenessListener) {
    this.#clock = clock;
    this.#times = times;
    this.#listener = listener;
  }

  /** Begins with a peer that was just heard of. */
  start(): void {
    this.stop();
    this.heard();
    this.#wait(this.#times.interval);
  }

  /** Forgets the peer. */
  stop(): void {
    this.#cancel?.();
    this.#hasHeard = false;
  }

  /** The peer has given a sign of life. Only the first after each probe reads the clock, so that messages cost nothing. */
  heard(): void {
    if (this.#hasHeard) return;
    this.#hasHeard = true;
    this.#last = this.#clock.now();
  }

  /** Asks at once; the peer counts as gone if it is silent for the given time. */
  check(within: number): void {
    this.#cancel?.();
    this.#last = this.#clock.now() - this.#times.silence + within;
    this.#probe();
  }

  #tick(): void {
    const now = this.#clock.now();
    const silence = now - this.#last;
    // A timer that is late itself says nothing about the peer, whose signs of life may wait to be read.
    const isLate = now - this.#due > this.#times.interval / 2;
    if (this.#listener.isBlind() || isLate)
      this.#last = now - Math.min(silence, this.#times.silence - this.#times.interval);
    else if (silence >= this.#times.silence) {
      this.#listener.gone();
      return;
    }
    this.#probe();
  }

  #probe(): void {
    this.#hasHeard = false;
    this.#wait(Math.min(this.#times.interval, this.#last + this.#times.silence - this.#clock.now()));
    this.#listener.probe();
  }

  #wait(time: number): void {
    const wait = Math.max(time, 1);
    this.#due = this.#clock.now() + wait;
    this.#cancel = this.#clock.after(wait, () => this.#tick());
  }
}
