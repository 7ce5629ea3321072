/** Counts what was injected and what was checked, and keeps what was found. */
export class Tally {
  readonly injected = new Map<string, number>();
  readonly checked = new Map<string, number>();
  readonly violations: string[] = [];
  /** What came of the faults, where that is not for the seed to say. */
  readonly seen = new Map<string, number>();
  /** The largest figures seen, in bytes. */
  readonly peaks = new Map<string, number>();
  /** The longest times taken, in milliseconds. */
  readonly longest = new Map<string, number>();

  /** Is told of each fault as it is injected. */
  onInjected: (fault: string) => void = () => {};

  /** A fault was injected. */
  inject(fault: string): void {
    this.onInjected(fault);
    this.injected.set(fault, (this.injected.get(fault) ?? 0) + 1);
  }

  /** An invariant was checked; what is false is a violation, with what was found. */
  check(invariant: string, holds: boolean, found: () => string): void {
    this.checked.set(invariant, (this.checked.get(invariant) ?? 0) + 1);
    if (!holds) this.violations.push(`${invariant}: ${found()}`);
  }

  /** Something happened so many times. */
  see(what: string, times: number): void {
    this.seen.set(what, times + (this.seen.get(what) ?? 0));
  }

  /** Something took so long. */
  time(what: string, milliseconds: number): void {
    this.longest.set(what, Math.max(milliseconds, this.longest.get(what) ?? 0));
  }

  /** A figure was measured. */
  measure(what: string, bytes: number): void {
    this.peaks.set(what, Math.max(bytes, this.peaks.get(what) ?? 0));
  }
}
