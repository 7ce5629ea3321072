import type { Clock } from './clock.ts';

/** Watches whether a peer is alive. */
export interface Liveness {
  /** The peer has given a sign of life. Only the first after each probe reads the clock, so that messages cost nothing. */
  heard(): void;
  /** Asks at once; the peer counts as gone if it is silent for the given time. */
  check(within: number): void;
  /** Forgets the peer. */
  stop(): void;
}

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

/** Asks a peer that was just heard of for signs of life from now on, and notices when there are none. */
export function watchLife(clock: Clock, { interval, silence }: LivenessTimes, listener: LivenessListener): Liveness {
  let hasHeard = true;
  let last = clock.now();
  let due = 0;
  let stop = () => {};

  function tick(): void {
    const now = clock.now();
    // A timer that is late itself says nothing about the peer, whose signs of life may wait to be read.
    if (listener.isBlind() || now - due > interval / 2) last = Math.max(last, now - silence + interval);
    if (now - last < silence) probe();
    else listener.gone();
  }

  function probe(): void {
    hasHeard = false;
    wait(last + silence - clock.now());
    listener.probe();
  }

  function wait(atMost: number): void {
    const time = Math.max(Math.min(interval, atMost), 1);
    due = clock.now() + time;
    stop = clock.after(time, tick);
  }

  wait(interval);
  return {
    heard() {
      if (!hasHeard) last = clock.now();
      hasHeard = true;
    },
    check(within) {
      stop();
      last = clock.now() - silence + within;
      probe();
    },
    stop: () => stop(),
  };
}
