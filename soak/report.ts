import { cpus } from 'node:os';
import { floodBytes, floodPatience } from './flood.ts';
import { shown } from './memory-watch.ts';
import { countsTable, rows, seconds, sum, table } from './report-parts.ts';
import type { Tally } from './tally.ts';
import { turnPatience } from './turn-check.ts';

/** A run as a whole. */
interface Run {
  readonly seed: number;
  /** How long it was to take, as it was asked. */
  readonly asked: number;
  /** How long it took. */
  readonly minutes: number;
  readonly episodes: number;
  /** The commit that ran, where there is one. */
  readonly commit: string | undefined;
}

const what: Readonly<Record<string, string>> = {
  'agent without a bridge': 'an agent started that speaks v2',
  'agent behind the bridges of both ends':
    'an agent started that answers in v1, so that both ends of the line translate',
  'agent behind emend bridge': 'an agent started that answers in v1, with the process that translates in between',
  'agent behind emend bridge that only passes on': 'an agent started that speaks v2, with the same process in between',
  'agent behind emend serve, over WebSockets':
    'an agent started that speaks v2, behind a server, with a network in between that cuts most connections',
  'agent behind emend serve that translates, over WebSockets': 'the same with an agent that answers in v1',
  'agent behind emend serve, over HTTP': 'an agent started that speaks v2, reached by requests and streams of events',
  kill: 'the agent is killed in the middle of a turn',
  cut: 'the agent is killed in the middle of a frame',
  exit: 'the agent exits with a status in the middle of a turn',
  malformed: 'eight broken frames: no JSON, half a message, no message, no UTF-8, broken updates, a foreign session',
  'duplicate-answers': 'an answer is sent twice',
  'unasked-answers': 'answers to what nobody asked',
  busy: 'the agent reads and writes nothing for 200 ms',
  'clock-jump': 'the clock of the agent jumps by a day, back or forth',
  'full-disk': 'SQLite may not add another page to its file',
  'stray-output': 'the agent prints to standard output',
  'child-process': 'the agent starts a process that never ends',
  'follower-io': 'reads of those who follow the log fail with an I/O error for 200 ms',
  'noisy-stderr': 'the agent writes 800 KB to standard error',
  'exit-at-initialize': 'an agent exits at `initialize` without an answer',
  'refused-v2': 'an agent refuses v2 at `initialize` and exits; the bridge starts it again for v1',
  'store-locked': 'another program holds the lock of the store for up to 2.5 s',
  'stderr-closed': 'nobody reads standard error of the agent or the bridge any more',
  'two-loads': 'each session is loaded three times at once, once for a folder that cannot be',
  slow: 'the client reads slowly, often while much is sent',
  stalled: 'the client stops reading for a moment, often while much is sent',
  flooded: `the client stops reading for seconds while the agent has ${Math.round(floodBytes / 1024 / 1024)} MB to say`,
  killed: 'the agent with everything it started is killed from outside',
  'bridge-killed': 'the bridge or the server is killed from outside',
  left: 'the client leaves in the middle of a frame, or its network does',
  'late-answer': 'an answer arrives after its request was given up',
};

/** Bugs that random input and random faults have found, by the test that found them; each has its own test now. */
const found: Readonly<Record<string, readonly string[]>> = {
  'Random messages between two peers': [
    'An error whose code is not an integer was taken for an answer; it is a malformed one (jsonrpc).',
  ],
  'The fuzzing of framing': [
    'A frame of exactly the longest length was refused where its line ended with a carriage return as well (transport).',
  ],
  'Damaged and cut off files of the SQLite store': [
    'A row whose beginning was lost with the end of the file was taken for an erased one and left out; it is damage (sqlite).',
    'Text that is not UTF-8 in a damaged file ended the whole process on libsql; it is damage with a name (sqlite).',
  ],
  'PostgreSQL servers and connections that are killed, in the tests of its store': [
    'A commit whose answer was lost was guessed to be made or not; the server is asked (postgres).',
    'A server that crashed does not know the number of what it never wrote down; nothing was committed under it (postgres).',
    'A server that crashed gives such a number to another, so that a lost append, redaction or deletion was taken for made; what was written is looked for (postgres).',
  ],
};

/** Earlier long runs: what they ran on, what they reported and what was done about it. */
const earlier: readonly string[] = [
  '2026-11-15, commit 92ab7e1, 60 minutes of a less strict run (memory at rest only, no `emend bridge` in the line): 0 violations in 2,367,969 checks, 2,167 agent processes.',
  '2026-11-15, commit 94e6526, 60 minutes beside other work, with a load of 5 to 30 on 2 cores: 8 violations in 1,656,337 checks, 1,681 agent processes. Three turns of a client that reads slowly had no end after 60 seconds: they have 180 now. Five times the client kept 10 to 13 MB more while nobody read, where 10 were allowed: it talks to other agents meanwhile, so 20 are allowed now, beside a flood of twice the size.',
  '2026-11-15, commit 114a5d3, 60 minutes beside other work, with a load of 2 to 20: 0 violations in 2,231,615 checks, 2,373 agent processes. The longest turn of a client that reads slowly took 17.5 seconds.',
  '2026-11-15, commit 975052d, 60 minutes: 0 violations in 2,149,992 checks, 2,349 agent processes.',
  '2026-11-16, commit e9d5b40, 9 minutes with the five newest faults: 4 violations, all of one turn. The agent of the run itself waited for entries of a log that it had closed; it no longer does.',
  '2026-11-16, commit c901539, 15 minutes beside other work, with a load of 5 to 12: 1 violation in 327,470 checks, 478 agent processes. An agent took 33.5 MB more while nobody read, where 32 are allowed: probably its store rewrote its file in memory, with the blank rows that a killed process had left. They are taken away first now.',
];

/** The progress of a run. */
export function progressOf(episodes: number, tally: Tally): string {
  const count = (many: number) => many.toLocaleString('en-US');
  return `${count(episodes)} agent processes, ${count(sum(tally.checked))} checks, ${tally.violations.length} violations`;
}

/** The run in a few lines, for a person at a terminal. */
export function summaryOf(run: Run, tally: Tally): string {
  const list = (counts: ReadonlyMap<string, number>) =>
    rows(counts).map(([name, count]) => `  ${String(count).padStart(9)}  ${name}`);
  const peaks = rows(tally.peaks).map(([name, bytes]) => `  ${shown(bytes).padStart(9)}  ${name}`);
  return [
    `${run.minutes.toFixed(1)} min, ${run.episodes} agent processes, seed ${run.seed}${run.commit === undefined ? '' : `, commit ${run.commit}`}`,
    'injected',
    ...list(tally.injected),
    'checked',
    ...list(tally.checked),
    'seen',
    ...list(tally.seen),
    'most memory',
    ...peaks,
    'most time',
    ...rows(tally.longest).map(([name, milliseconds]) => `  ${seconds(milliseconds).padStart(9)}  ${name}`),
    `${tally.violations.length} violations`,
    ...tally.violations.map((violation) => `  ${violation}`),
    ...(tally.violations.length === 0 ? [] : [`repeat with npm run soak -- --minutes ${run.asked} --seed ${run.seed}`]),
  ].join('\n');
}

/** The run as a page of the documentation. */
export function pageOf(run: Run, tally: Tally): string {
  const date = new Date().toISOString().slice(0, 10);
  return `# Reliability

Written by \`npm run soak -- --report\`. Do not edit.

Agents on a SQLite log, \`emend bridge\`, \`emend serve\`, clients and their stores work together under load while faults are injected. The
invariants are checked with every update, at the end of every turn, after every load, five times a second while nobody reads, and
whenever a process ends. A run prints its seed; \`npm run soak -- --seed N\` makes each worker inject the same faults in
the same order again, and \`--list\` prints them. One minute of it is part of \`npm run test:long\`.

This run: ${date}${run.commit === undefined ? '' : `, commit ${run.commit}`}, ${run.minutes.toFixed(0)} minutes, seed ${run.seed}, ${run.episodes.toLocaleString('en-US')} agent processes,
on Node ${process.versions.node}, ${cpus().length} cores, ${process.platform} ${process.arch}. **${tally.violations.length} violations** in ${sum(tally.checked).toLocaleString('en-US')} checks.

## What was injected

${table(
  ['fault', 'what happens', 'times'],
  rows(tally.injected).map(([name, count]) => [name, what[name] ?? '', count.toLocaleString('en-US')]),
)}

All agents are written with Emend; those that answer in v1 are v2 agents that were asked for v1. Agents and clients written with the
official SDK are part of the tests, not of this run.

## What was checked

${countsTable('invariant', tally.checked)}

${rows(tally.seen)
  .map(([name, count]) => `Seen on the way: ${count.toLocaleString('en-US')} ${name}.\n\n`)
  .join('')}## Memory

${table(
  ['whose', 'most'],
  rows(tally.peaks).map(([name, bytes]) => [name, shown(bytes)]),
)}

For a process this is its resident memory, for the client its heap after a garbage collection, and for the store the size of its files.

## Time

${table(
  ['what', 'longest'],
  rows(tally.longest).map(([name, milliseconds]) => [name, seconds(milliseconds)]),
)}

A turn counts as hanging after ${turnPatience / 1000} seconds, a flood after ${floodPatience / 1000}.

## Found by tests with random input and faults

${Object.entries(found)
  .map(([suite, each]) => `${suite}:\n\n${each.map((one) => `- ${one}`).join('\n')}\n`)
  .join('\n')}
## Earlier runs

${earlier.map((one) => `- ${one}`).join('\n')}
${tally.violations.length === 0 ? '' : `\n## Violations\n\n${tally.violations.map((each) => `- ${each}`).join('\n')}\n`}`;
}
