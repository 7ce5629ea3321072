/** Counts what was injected and what was checked, and keeps what was found. */
export class Tally {
  readonly injected = new Map<string, number>();
  readonly checked = new Map<string, number>();
  readonly violations: string[] = [];
  /** The effects of faults, where the seed does not determine them. */
  readonly seen = new Map<string, number>();
  /** The largest figures seen, in bytes. */
  readonly peaks = new Map<string, number>();
  /** The longest times taken, in milliseconds. */
  readonly longest = new Map<string, number>();

  /** Called for each fault as it is injected. */
  onInjected: (fault: string) => void = () => {};

  /** Counts a fault. */
  inject(fault: string): void {
    this.onInjected(fault);
    this.injected.set(fault, (this.injected.get(fault) ?? 0) + 1);
  }

  /** Counts a check of an invariant; if it does not hold, records a violation with the details. */
  check(invariant: string, holds: boolean, found: () => string): void {
    this.checked.set(invariant, (this.checked.get(invariant) ?? 0) + 1);
    if (!holds) this.violations.push(`${invariant}: ${found()}`);
  }

  /** Counts events. */
  see(what: string, times: number): void {
    this.seen.set(what, times + (this.seen.get(what) ?? 0));
  }

  /** Keeps the longest duration. */
  time(what: string, milliseconds: number): void {
    this.longest.set(what, Math.max(milliseconds, this.longest.get(what) ?? 0));
  }

  /** Keeps the largest value. */
  measure(what: string, bytes: number): void {
    this.peaks.set(what, Math.max(bytes, this.peaks.get(what) ?? 0));
  }
}
