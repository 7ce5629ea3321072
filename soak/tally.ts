/** Counts what was injected and what was checked, and keeps what was found. */
export class Tally {
  readonly injected = new Map<string, number>();
  readonly checked = new Map<string, number>();
  readonly violations: string[] = [];
  /** The largest figures seen, in bytes. */
  readonly peaks = new Map<string, number>();

  /** A fault was injected. */
  inject(fault: string): void {
    this.injected.set(fault, (this.injected.get(fault) ?? 0) + 1);
  }

  /** An invariant was checked; what is false is a violation, with what was found. */
  check(invariant: string, holds: boolean, found: () => string): void {
    this.checked.set(invariant, (this.checked.get(invariant) ?? 0) + 1);
    if (!holds) this.violations.push(`${invariant}: ${found()}`);
  }

  /** A figure was measured. */
  measure(what: string, bytes: number): void {
    this.peaks.set(what, Math.max(bytes, this.peaks.get(what) ?? 0));
  }
}
