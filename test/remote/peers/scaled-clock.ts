import type { Clock } from '@emend/acp/remote';

/** Returns a clock that runs faster than time, so that a test need not wait for it. */
export function scaledClock(speed: number): Clock {
  return {
    now: () => performance.now() * speed,
    after(milliseconds, wake) {
      const timer = setTimeout(wake, milliseconds / speed);
      timer.unref();
      return () => clearTimeout(timer);
    },
  };
}
