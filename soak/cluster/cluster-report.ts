import { cpus } from 'node:os';
import { shown } from '../memory-watch.ts';
import { countsTable, rows, seconds, sum, table } from '../report-parts.ts';
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
  const total = sum(tally.checked);
  const faults = sum(tally.injected);
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

/** Adds up what differs only in its reason, which follows a colon. */
function withoutReasons(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [what, times] of counts) {
    const name = what.split(': ', 1)[0] ?? '';
    sums.set(name, times + (sums.get(name) ?? 0));
  }
  return sums;
}

function counted(counts: ReadonlyMap<string, number>, name = (what: string) => what): readonly string[] {
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([what, times]) => `  ${String(times).padStart(8)}  ${name(what)}`);
}

/** Returns a function that gives the quantiles of times, in seconds. */
function quantilesOf(took: readonly number[]): (share: number) => string {
  const sorted = took.toSorted((a, b) => a - b);
  return (share) => ((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) / 1000).toFixed(1);
}

/** The quantiles of times, in seconds. */
function distribution(took: readonly number[]): string {
  if (took.length === 0) return 'none';
  const at = quantilesOf(took);
  return `${took.length} sessions, least ${at(0)}, half ${at(0.5)}, nine of ten ${at(0.9)}, 99 of 100 ${at(0.99)}, most ${at(1)}`;
}

/** Other runs: what they ran on, what they reported and what was done about it. */
const earlier: readonly string[] = [
  '2026-11-19, commit adf26298, 60 minutes, seed 93: 1 violation: a client did not show the words of a prompt. As far as the messages of its clients tell, a server that had the session before repeated them late, and what it repeated was taken for what replaces the words that were on their way to the client. Repaired since.',
  '2026-11-19, commit 9652b96d, 22 minutes, seed 91: 282 faults, 1 violation: a session answered only 37.6 s after its server was killed. A server held the loads of other clients back for up to a minute while it sent the history to a client of a server that was gone. Repaired: such a server is given up after 5 s, and a client that reads nothing keeps nobody from a session.',
  '2026-11-18, commit f38852ba, 60 minutes, seed 81: 749 faults, 0 violations in 2,495,523 checks. 964 sessions answered after a kill, half of them within 4.6 s, and all within 17.2 s.',
  '2026-11-18, commit bca9a0aa, 19 minutes, seed 82: 237 faults, 0 violations in 547,746 checks. 299 sessions answered after a kill, half of them within 5.0 s, and all within 11.3 s.',
];

/** The run as a page of the documentation. */
export function pageOf(run: ClusterRun, tally: Tally): string {
  const date = new Date().toISOString().slice(0, 10);
  const { nodes, sessions, minutes, seed, commit } = run;
  const count = (many: number) => many.toLocaleString('en-US');
  const recoveries = [...run.recoveries]
    .filter(([, took]) => took.length > 0)
    .map(([kind, took]) => {
      const at = quantilesOf(took);
      return [`${kind}: ${aboutFaults[kind] ?? ''}`, `${took.length}`, at(0.5), at(0.99), at(1)];
    });
  return `# Reliability of shared sessions

Written by \`npm run soak -- --nodes ${nodes} --report\`. Do not edit.

${nodes} servers (\`emend serve\`) share the sessions of one PostgreSQL. Each session is open in three clients, of v1 and of both drafts of v2, over
WebSockets and HTTP, spread over the servers. They prompt, cancel, answer questions all at once, leave and come back, while faults are
injected into the servers and the networks between them. That only the owner of a session writes, and that no log has a gap, is
checked inside the database; each session is compared as a whole with what its clients show before it is deleted.
\`--seed\` injects the same faults in the same order again. [Sharing sessions](sharing.md#what-survives-which-failure) says what is promised.

This run: ${date}${commit === undefined ? '' : `, commit ${commit}`}, ${minutes.toFixed(0)} minutes, seed ${seed}, ${sessions} sessions and ${sessions * 3} clients at a time, everything on one
machine with Node ${process.versions.node}, ${cpus().length} cores, ${process.platform} ${process.arch}. **${tally.violations.length} violations** in ${count(sum(tally.checked))} checks, with ${count(sum(tally.injected))} faults.

## What was injected

${table(
  ['fault', 'what happens', 'times'],
  rows(tally.injected).map(([kind, times]) => [kind, aboutFaults[kind] ?? '', count(times)]),
)}

## Until sessions answered again

Sessions of the server that had the fault, in seconds from its beginning. A lease lasts for 15 seconds; sessions of a server that is killed have to answer
within 20.

${table(['fault', 'sessions', 'half', '99 of 100', 'most'], recoveries)}

## What was checked

${countsTable('promise', tally.checked)}

## What was seen on the way

${countsTable('what', withoutReasons(tally.seen))}

## Memory

${table(
  ['whose', 'most'],
  rows(tally.peaks).map(([whose, bytes]) => [whose, shown(bytes)]),
)}

## Time

${table(
  ['what', 'longest'],
  rows(tally.longest).map(([what, took]) => [what, seconds(took)]),
)}

## Other runs

${earlier.map((one) => `- ${one}\n`).join('')}${tally.violations.length === 0 ? '' : `\n## Violations\n\n${tally.violations.map((each) => `- ${each.trimEnd()}\n`).join('')}`}`;
}
