import { figuresOf, type KeptReport } from './kept-report.ts';
import { type MeasureReport, readable } from './report.ts';
import { table } from './table.ts';

/** What a run with `--json` prints: measures by their name, by the name of their bench. */
export type RunReport = Readonly<Record<string, Readonly<Record<string, MeasureReport>>>>;

/** How much a factor may differ between runs before it is pointed out. */
const tolerance = 0.15;

/** Reads what a run with `--json` printed, or what `--report` wrote. npm prints lines of its own before it. */
export function readRun(text: string): RunReport {
  const read: RunReport | KeptReport = JSON.parse(text.slice(Math.max(0, text.search(/^\{/m))));
  return isKept(read) ? figuresOf(read) : read;
}

function isKept(read: RunReport | KeptReport): read is KeptReport {
  return Array.isArray(read['benches']);
}

/** One factor, ours divided by a peer's, in both runs. */
interface Pair {
  readonly where: string;
  readonly before: number;
  readonly now: number;
  /** How much the rounds of one run differ, in that of the two in which they differ more. */
  readonly spread: number;
}

const differenceOf = ({ before, now }: Pair) => now / before - 1;
const isFar = (pair: Pair) => !(Math.abs(differenceOf(pair)) <= tolerance);

/** Returns a table of how our factors in a run differ from those of an earlier one, the farthest first, and how many are far off. */
export function comparedRuns(before: RunReport, now: RunReport): string {
  const pairs: Pair[] = [];
  const alone: string[] = [];
  for (const [bench, measures] of Object.entries(now)) {
    const earlier = counterparts(before[bench] ?? {}, Object.keys(measures));
    for (const [name, measure] of Object.entries(measures)) {
      const other = earlier.get(name);
      if (other === undefined) alone.push(`${bench}, ${name}`);
      else pairs.push(...pairsOf(`${bench}, ${name}`, other, measure));
    }
  }
  pairs.sort((a, b) => Math.abs(differenceOf(b)) - Math.abs(differenceOf(a)));
  const rows = pairs.map((pair) => [
    pair.where,
    readable(pair.before),
    readable(pair.now),
    `${(100 * differenceOf(pair)).toFixed(0)} %${isFar(pair) ? ' !' : ''}`,
    `${(100 * pair.spread).toFixed(0)} %`,
  ]);
  const far = pairs.filter(isFar);
  const within = far.filter((pair) => Math.abs(differenceOf(pair)) <= pair.spread).length;
  const ofThem = within === 0 ? '' : `, ${within} of them by no more than the rounds of a run differ from each other`;
  return [
    table(['measure: peer', 'before', 'now', 'difference', 'spread'], rows),
    `${far.length} of ${pairs.length} factors differ by more than ${100 * tolerance} %${ofThem}.`,
    ...alone.map((name) => `Not in the earlier run: ${name}`),
  ].join('\n');
}

function pairsOf(where: string, before: MeasureReport, now: MeasureReport): Pair[] {
  return Object.entries(now.peers).flatMap(([peer, figure]) => {
    const earlier = before.peers[peer];
    // A figure that is not positive, such as memory that was not needed, has no factor that tells something.
    if (earlier === undefined || Math.min(earlier, figure, before.ours, now.ours) <= 0) return [];
    const spread = Math.max(before.spread, now.spread);
    return [{ where: `${where}: ${peer}`, before: before.ours / earlier, now: now.ours / figure, spread }];
  });
}

/** Finds each measure in another run. Names tell sizes, in which runs differ: what is not there by name is there but for its numbers. */
function counterparts(
  others: Readonly<Record<string, MeasureReport>>,
  names: readonly string[],
): ReadonlyMap<string, MeasureReport> {
  const left = new Map(Object.entries(others));
  const found = new Map<string, MeasureReport>();
  const take = (name: string, other: string | undefined) => {
    const measure = other === undefined ? undefined : left.get(other);
    if (other === undefined || measure === undefined) return;
    found.set(name, measure);
    left.delete(other);
  };
  for (const name of names) take(name, name);
  for (const name of names) {
    if (found.has(name)) continue;
    take(
      name,
      [...left.keys()].find((other) => withoutSizes(other) === withoutSizes(name)),
    );
  }
  return found;
}

/** `v1` is no size. */
const withoutSizes = (name: string) => name.replace(/\b\d[\d,.]*\b/g, '#');
