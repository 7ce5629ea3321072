import { readdirSync, readFileSync } from 'node:fs';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

interface Row {
  readonly parent: number;
  /** Seconds on a processor, its ended children included. */
  readonly seconds: number;
}

/** Returns the processor time that a process and all its descendants have used so far, in seconds; 0 where there is no `/proc`. */
function processorTime(root: number): number {
  const rows = new Map<number, Row>();
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    if (!/^\d+$/.test(name)) continue;
    const row = rowOf(name);
    if (row !== undefined) rows.set(Number(name), row);
  }
  let seconds = 0;
  for (const [pid, row] of rows) if (isBelow(pid, root, rows)) seconds += row.seconds;
  return seconds;
}

function rowOf(pid: string): Row | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes before, in parentheses, and may itself have some.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
    return { parent: Number(fields[1]), seconds: ticks / 100 };
  } catch {
    return undefined;
  }
}

function isBelow(pid: number, root: number, rows: ReadonlyMap<number, Row>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = rows.get(at)?.parent)
    if (at === root) return true;
  return false;
}

/** How late timers may be, in milliseconds, before there is too much to do. */
const latest = 60;

/** Slows the clients down or lets them go on faster, so that everything together uses no more than a share of the machine. */
export class Governor {
  readonly #cores: number;
  readonly #start = performance.now();
  readonly #before = processorTime(process.pid);
  #last = { at: performance.now(), seconds: this.#before };
  readonly #least: number;
  readonly #delays: IntervalHistogram = monitorEventLoopDelay();
  /** Seconds between two things of a session. */
  pace: number;

  constructor(cores: number, pace: number, least: number) {
    this.#cores = cores;
    this.pace = pace;
    this.#least = least;
    this.#delays.enable();
  }

  /** The cores that were used on average since the start. */
  get used(): number {
    return (processorTime(process.pid) - this.#before) / ((performance.now() - this.#start) / 1000);
  }

  /** Looks at what was used since the last time, and returns the new pace. */
  adjust(): number {
    const now = { at: performance.now(), seconds: processorTime(process.pid) };
    const used = (now.seconds - this.#last.seconds) / ((now.at - this.#last.at) / 1000);
    this.#last = now;
    // On a machine that others use, what is there may be less than the share.
    const isLate = this.#delays.percentile(90) > latest * 1e6;
    this.#delays.reset();
    const factor = used > this.#cores || isLate ? 1.3 : used < this.#cores * 0.7 ? 0.85 : 1;
    this.pace = Math.min(60, Math.max(this.#least, this.pace * factor));
    return this.pace;
  }
}
