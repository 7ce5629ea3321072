import { isFinal, type ToolCall } from '@emend/acp/session';

/** How long tool calls have been running, by the keys of their rows. */
export class CallTimes {
  readonly #now: () => number;
  readonly #times = new Map<string, { start: number; end?: number }>();
  readonly #running = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The calls whose row tells how long they have been running. */
  get running(): ReadonlySet<string> {
    return this.#running;
  }

  /** Takes note of a call in its current state. */
  seen(key: string, call: ToolCall, isStopped: boolean): void {
    const time = this.#times.get(key) ?? { start: this.#now() };
    this.#times.set(key, time);
    if (isFinal(call.status) || call.isFinished || call.isCancelled || isStopped) time.end ??= this.#now();
    if (time.end === undefined && call.status === 'in_progress') this.#running.add(key);
    else this.#running.delete(key);
  }

  /** Lets the time of a call stand still on the screen. */
  stop(key: string): void {
    this.#running.delete(key);
  }

  /** Returns how long a call took, or has been running; empty if that is hardly any time. */
  took(key: string): string {
    const time = this.#times.get(key);
    if (time === undefined) return '';
    if (time.end === undefined) {
      const seconds = Math.floor((this.#now() - time.start) / 1000);
      return seconds < 1 || !this.#running.has(key) ? '' : `${seconds} s`;
    }
    const milliseconds = time.end - time.start;
    return milliseconds < 100 ? '' : `${(milliseconds / 1000).toFixed(1)} s`;
  }

  /** Forgets all calls but these. */
  keepOnly(keys: ReadonlySet<string>): void {
    for (const key of this.#times.keys()) if (!keys.has(key)) this.#times.delete(key);
  }
}
