import { cpus, loadavg, totalmem } from 'node:os';
import type { Curve } from './curves.ts';
import type { Outcome } from './harness.ts';
import { readable } from './report.ts';

/** All that a report is made of. */
export interface Results {
  readonly outcomes: Readonly<Record<string, readonly Outcome[]>>;
  readonly curves: readonly Curve[];
  readonly versions: Readonly<Record<string, string>>;
  readonly isQuick: boolean;
}

interface Row {
  readonly bench: string;
  readonly measure: string;
  readonly peer: string;
  readonly cells: readonly string[];
  /** How many times better ours is; below 1 it is worse. */
  readonly advantage: number | undefined;
}

function rowsOf(bench: string, { measure, figures }: Outcome): Row[] {
  const ours = figures['ours'];
  if (ours === undefined) return [];
  const name = `${measure.name} (${measure.unit})`;
  const peers = Object.entries(figures).filter(([peer]) => peer !== 'ours');
  const own = [bench, name, `${readable(ours.median)} ± ${(ours.spread * 50).toFixed(0)} %`];
  if (peers.length === 0) {
    return [{ bench, measure: name, peer: '', cells: [...own, '', '', measure.goal ?? ''], advantage: undefined }];
  }
  return peers.map(([peer, { median }], index) => {
    const advantage = measure.better === 'higher' ? ours.median / median : median / ours.median;
    const first = index === 0 ? own : ['', '', ''];
    const goal = index === 0 ? (measure.goal ?? '') : '';
    const cells = [...first, `${peer}: ${readable(median)}`, `${readable(advantage)}x`, goal];
    return { bench, measure: name, peer, cells, advantage };
  });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${head.map((_, column) => (cells[column] ?? '').padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

// Two figures closer than this are a tie on a machine that does other things as well.
const tie = 0.9;

/** The page of the documentation that tells what was measured, and where we lose. */
export function performancePage({ outcomes, curves, versions, isQuick }: Results): string {
  const rows = Object.entries(outcomes).flatMap(([bench, all]) => all.flatMap((outcome) => rowsOf(bench, outcome)));
  const losses = rows.filter(({ advantage }) => advantage !== undefined && advantage < tie);
  const machine = `${cpus()[0]?.model.trim() ?? 'an unknown processor'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg()[0] ?? 0;
  const busy =
    load > cpus().length + 1
      ? `, busy with other work as well (load ${load.toFixed(1)}): read the factors, not the figures`
      : '';
  const lost = losses.map(
    ({ bench, measure, peer, advantage }) =>
      `- ${bench}, ${measure}: ${peer} is ${readable(1 / (advantage ?? 1))} times better.`,
  );
  return `# Performance

Written by \`npm run bench -- --report\`. Do not edit.

Ours and what a user would pick instead, doing the same work in the same run, in turns; each side is checked to have done all of
it. Medians, with half the distance between the quartiles; the factor says how many times better ours is, so below 1 it is worse.
Contestants such as \`JSON.parse\` or a bare loop do less than ours: they are floors, to see how far away they are.

- ${new Date().toISOString().slice(0, 10)}${isQuick ? ', with the small counts of `--quick`' : ''}
- ${machine}, ${process.platform} ${process.arch}, Node ${process.versions.node}${busy}
- ${Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}

## Where we lose

${lost.length === 0 ? 'Nowhere in this run.' : lost.join('\n')}

## Figures

${table(
  ['bench', 'measure', 'ours', 'peer', 'factor', 'goal'],
  rows.map(({ cells }) => cells),
)}

## Curves

${curves.map(({ name, title }) => `![${title}](performance/${name}.svg)`).join('\n\n')}
`;
}
