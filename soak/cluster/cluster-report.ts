import { shown } from '../memory-watch.ts';
import type { Tally } from '../tally.ts';
import { aboutFaults } from './cluster-fault.ts';

/** A run as a whole. */
interface ClusterRun {
  readonly seed: number;
  readonly nodes: number;
  readonly sessions: number;
  readonly minutes: number;
  readonly commit: string | undefined;
  /** Cores used on average. */
  readonly cores: number;
  /** Milliseconds until sessions answered again, by the kind of fault. */
  readonly recoveries: ReadonlyMap<string, readonly number[]>;
}

/** The summary of a run, for the terminal. */
export function summaryOf(run: ClusterRun, tally: Tally): string {
  const total = [...tally.checked.values()].reduce((sum, times) => sum + times, 0);
  const faults = [...tally.injected.values()].reduce((sum, times) => sum + times, 0);
  const { nodes, sessions, minutes, cores, seed, commit } = run;
  const lines = [
    `${nodes} servers, ${sessions} sessions and ${sessions * 3} clients at a time, ${minutes.toFixed(1)} min, ${cores.toFixed(2)} cores${commit === undefined ? '' : `, commit ${commit}`}`,
    '',
    `${faults} faults:`,
    ...counted(tally.injected, (kind) => `${kind}: ${aboutFaults[kind] ?? ''}`),
    '',
    'until sessions answered again, in seconds:',
    ...[...run.recoveries].map(([kind, took]) => `  ${kind}: ${distribution(took)}`),
    '',
    'seen:',
    ...counted(tally.seen),
    '',
    `${total} checks:`,
    ...counted(tally.checked),
    '',
    'longest, in seconds:',
    ...[...tally.longest].map(([what, took]) => `  ${(took / 1000).toFixed(1)}  ${what}`),
    '',
    'largest:',
    ...[...tally.peaks].map(([what, bytes]) => `  ${shown(bytes)}  ${what}`),
    '',
    `${tally.violations.length} violations`,
    ...counted(byPromise(tally.violations)),
    ...tally.violations.slice(0, 30).map((violation) => `  ${violation}`),
    `repeat with npm run soak -- --nodes ${nodes} --sessions ${sessions} --seed ${seed}`,
  ];
  return lines.join('\n');
}

/** How often each promise was broken. */
function byPromise(violations: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const violation of violations) {
    const promise = violation.split(': ', 1)[0] ?? '';
    counts.set(promise, (counts.get(promise) ?? 0) + 1);
  }
  return counts;
}

function counted(counts: ReadonlyMap<string, number>, name = (what: string) => what): readonly string[] {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([what, times]) => `  ${String(times).padStart(8)}  ${name(what)}`);
}

/** The quantiles of times, in seconds. */
function distribution(took: readonly number[]): string {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1000).toFixed(1);
  if (sorted.length === 0) return 'none';
  return `${sorted.length} sessions, least ${at(0)}, half ${at(0.5)}, nine of ten ${at(0.9)}, 99 of 100 ${at(0.99)}, most ${at(1)}`;
}
