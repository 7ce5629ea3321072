/** Runs functions after a while. */
interface Delays {
  delay(after: number, run: () => void): void;
  /** Drops everything that has not run yet. */
  cancelAll(): void;
}

type Timer = ReturnType<typeof globalThis.setTimeout>;

/** Returns delays by the timers of the platform; where it has none, nothing is run. The timers do not keep a process alive. */
export function delays(): Delays {
  const timers = new Set<Timer>();
  return {
    delay(after, run) {
      if (typeof globalThis.setTimeout !== 'function') return;
      const timer: Timer = globalThis.setTimeout(() => {
        timers.delete(timer);
        run();
      }, after);
      timers.add(timer);
      (timer as { unref?(): unknown }).unref?.();
    },
    cancelAll() {
      for (const timer of timers) globalThis.clearTimeout(timer);
      timers.clear();
    },
  };
}
