/** Time as remote connections use it. Intervals must come from a clock that never jumps, whatever is done to the time of day. */
export interface Clock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Calls `wake` once after the given milliseconds, unless the returned function is called before. */
  after(milliseconds: number, wake: () => void): () => void;
}

/** The clock of the platform. Its timers keep a Node process alive: a client that tries to reach its server has something to do. */
export const clientClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, wake) {
    const timer = setTimeout(wake, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The clock of the platform. Its timers do not keep a Node process alive. */
export const platformClock: Clock = {
  now: () => performance.now(),
  after(milliseconds, wake) {
    const timer = setTimeout(wake, milliseconds);
    // Browsers return a number.
    if (typeof timer === 'object') timer.unref();
    return () => clearTimeout(timer);
  },
};
