import { cpus } from 'node:os';
import type { Tally } from './tally.ts';

/** A run as a whole. */
export interface Run {
  readonly seed: number;
  readonly minutes: number;
  readonly episodes: number;
}

const what: Readonly<Record<string, string>> = {
  'agent behind the bridge': 'an agent started that speaks v1, so that the bridge stands on both sides of the line',
  'agent without the bridge': 'an agent started that speaks v2',
  kill: 'the agent is killed in the middle of a turn',
  cut: 'the agent is killed in the middle of a frame',
  exit: 'the agent exits with a status in the middle of a turn',
  malformed: 'eight broken frames: no JSON, half a message, no message, no UTF-8, broken updates, a foreign session',
  'duplicate-answers': 'an answer is sent twice',
  'unasked-answers': 'answers to what nobody asked',
  busy: 'the agent reads and writes nothing for 200 ms',
  'clock-jump': 'the clock of the agent jumps by a day, back or forth',
  'full-disk': 'the log says that there is no room',
  'stray-output': 'the agent prints to standard output',
  'child-process': 'the agent starts a process that never ends',
  slow: 'the client reads slowly, often while much is sent',
  stalled: 'the client stops reading, often while much is sent',
  killed: 'the agent with everything it started is killed from outside',
  left: 'the client leaves in the middle of a frame',
  'late-answer': 'an answer arrives after its request was given up',
};

/** What the soak, the fuzzing and the tests of the requirements have found so far; each has a test of its own now. */
const found = [
  'An error whose code is not an integer was taken for an answer; it is a malformed one (jsonrpc).',
  'A frame of exactly the longest length was refused where its line ended with a carriage return as well (transport).',
  'A row whose beginning was lost with the end of the file was taken for an erased one and left out; it is damage (sqlite).',
  'Text that is not UTF-8 in a damaged file ended the whole process on libsql; it is damage with a name (sqlite).',
  'A commit whose answer was lost was guessed to be made or not; the server is asked (postgres).',
  'A server that crashed does not know the number of what it never wrote down; nothing was committed under it (postgres).',
];

const rows = (counts: ReadonlyMap<string, number>) => [...counts].sort(([a], [b]) => a.localeCompare(b));
const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, count) => total + count, 0);

/** The run in a few lines, for a person at a terminal. */
export function summaryOf(run: Run, tally: Tally): string {
  const list = (counts: ReadonlyMap<string, number>) =>
    rows(counts).map(([name, count]) => `  ${String(count).padStart(9)}  ${name}`);
  const peaks = [...tally.peaks].map(
    ([name, bytes]) => `  ${(bytes / 1024 / 1024).toFixed(0).padStart(6)} MB  ${name}`,
  );
  return [
    `${run.minutes.toFixed(1)} min, ${run.episodes} agent processes, seed ${run.seed}`,
    'injected',
    ...list(tally.injected),
    'checked',
    ...list(tally.checked),
    'most memory',
    ...peaks,
    `${tally.violations.length} violations`,
    ...tally.violations.map((violation) => `  ${violation}`),
  ].join('\n');
}

/** The run as a page of the documentation. */
export function pageOf(run: Run, tally: Tally): string {
  const date = new Date().toISOString().slice(0, 10);
  const table = (head: readonly string[], lines: readonly (readonly string[])[]) => {
    const widths = head.map((title, column) =>
      Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
    );
    const row = (cells: readonly string[]) =>
      `| ${cells.map((cell, column) => (column === cells.length - 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
    const rule = widths.map((width, column) =>
      column === widths.length - 1 ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
    );
    return [row(head), `| ${rule.join(' | ')} |`, ...lines.map(row)].join('\n');
  };
  return `# Reliability

Written by \`npm run soak -- --report\`. Do not edit.

Agents on a SQLite log, the bridge, clients and their stores work together under load while faults are injected on purpose.
All that must hold is checked all the time: with every update, at the end of every turn, after every load, and after every end of
a process. A run prints its seed, and \`npm run soak -- --seed N\` injects the same faults in the same order again. One minute of
it is part of \`npm run test:long\`.

This run: ${date}, ${run.minutes.toFixed(0)} minutes, seed ${run.seed}, ${run.episodes.toLocaleString('en-US')} agent processes, on Node ${process.versions.node}, ${cpus().length} cores,
${process.platform} ${process.arch}. **${tally.violations.length} violations** in ${sum(tally.checked).toLocaleString('en-US')} checks.

## What was injected

${table(
  ['fault', 'what happens', 'times'],
  rows(tally.injected).map(([name, count]) => [name, what[name] ?? '', count.toLocaleString('en-US')]),
)}

## What was checked

${table(
  ['invariant', 'times'],
  rows(tally.checked).map(([name, count]) => [name, count.toLocaleString('en-US')]),
)}

## Memory

${table(
  ['whose', 'most kept after a collection'],
  [...tally.peaks].map(([name, bytes]) => [name, `${(bytes / 1024 / 1024).toFixed(0)} MB`]),
)}

## Found and fixed on the way

${found.map((each) => `- ${each}`).join('\n')}
${tally.violations.length === 0 ? '' : `\n## Violations\n\n${tally.violations.map((each) => `- ${each}`).join('\n')}\n`}`;
}
