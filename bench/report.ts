import { isReached } from './goals.ts';
import type { Figure, Outcome } from './harness.ts';

/** A measure as `--json` prints it; `spread` is the widest among the contestants. */
export interface MeasureReport {
  readonly unit: string;
  readonly ours: number;
  readonly peers: Readonly<Record<string, number>>;
  readonly spread: number;
}

function figure(outcome: Outcome, name: string): Figure {
  const found = outcome.figures[name];
  if (found === undefined) throw new Error(`no figure of ${name} in '${outcome.measure.name}'`);
  return found;
}

const peersOf = (outcome: Outcome) => Object.keys(outcome.figures).filter((name) => name !== 'ours');

/** An outcome as plain data for other programs. */
export function reportOf(outcome: Outcome): MeasureReport {
  return {
    unit: outcome.measure.unit,
    ours: figure(outcome, 'ours').median,
    peers: Object.fromEntries(peersOf(outcome).map((name) => [name, figure(outcome, name).median])),
    spread: Math.max(...Object.values(outcome.figures).map(({ spread }) => spread)),
  };
}

/** Returns the goal of an outcome and, if it can be judged, whether it was reached. */
export function goalOf(outcome: Outcome): { readonly text: string; readonly isReached?: boolean } | undefined {
  const { goal } = outcome.measure;
  if (goal === undefined) return undefined;
  if (typeof goal === 'string') return { text: goal };
  return { text: goal.text, isReached: isReached(goal, (name) => figure(outcome, name).median) };
}

/** A number in a few digits that a person can compare: `1,234,567`, `12.3`, `0.00123`. */
export function readable(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  if (size >= 1) return value.toFixed(size >= 10 ? 1 : 2);
  return String(Number(value.toPrecision(3)));
}

/** Returns a table of one measure with one line per contestant: its value, its spread and how ours compares. */
export function tableOf(outcome: Outcome): string {
  const { measure } = outcome;
  const ours = figure(outcome, 'ours').median;
  const head = ['', `median (${measure.unit})`, 'spread', 'ours/peer'];
  const rows = ['ours', ...peersOf(outcome)].map((name) => {
    const { median, spread } = figure(outcome, name);
    return [
      name,
      readable(median),
      `${(spread * 100).toFixed(0)} %`,
      name === 'ours' ? '' : `${readable(ours / median)}x`,
    ];
  });
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('   ')}`.trimEnd();
  const goal = goalOf(outcome);
  const wanted = goal === undefined ? '' : `; goal: ${goal.text}${goal.isReached === false ? ', missed' : ''}`;
  return [`${measure.name} (${measure.better} is better${wanted})`, line(head), ...rows.map(line)].join('\n');
}
