import type { Curve } from './curves.ts';
import { floors } from './floors.ts';
import type { Outcome } from './harness.ts';
import { goalOf, readable } from './report.ts';
import { table } from './table.ts';

/** What one bench showed. */
export interface BenchResults {
  readonly name: string;
  readonly about: string;
  readonly outcomes: readonly Outcome[];
  /** When it was measured, and at which commit. */
  readonly measured: string;
}

/** All that a report is made of. */
interface Results {
  readonly benches: readonly BenchResults[];
  readonly curves: readonly Curve[];
  /** Where and when it was measured, a line each. */
  readonly circumstances: readonly string[];
}

interface Comparison {
  readonly peer: string;
  readonly median: number;
  /** How many times better ours is; below 1 it is worse. */
  readonly advantage: number;
}

const nameOf = ({ measure }: Outcome) => `${measure.name} (${measure.unit})`;

function comparisonsOf({ measure, figures }: Outcome): Comparison[] {
  const ours = figures['ours']?.median ?? Number.NaN;
  return Object.entries(figures)
    .filter(([peer]) => peer !== 'ours')
    .map(([peer, { median }]) => ({
      peer,
      median,
      advantage: measure.better === 'higher' ? ours / median : median / ours,
    }));
}

function goalCell(outcome: Outcome): string {
  const goal = goalOf(outcome);
  if (goal === undefined) return '';
  if (goal.isReached === undefined) return goal.text;
  return `${goal.isReached ? 'reached' : '**missed**'}: ${goal.text}`;
}

/** Returns one line per peer, or one line if there is none. */
function rowsOf(outcome: Outcome): string[][] {
  const ours = outcome.figures['ours'];
  const own = [nameOf(outcome), `${readable(ours?.median ?? 0)} ± ${((ours?.spread ?? 0) * 50).toFixed(0)} %`];
  const goal = goalCell(outcome);
  const comparisons = comparisonsOf(outcome);
  if (comparisons.length === 0) return [[...own, '', '', goal]];
  return comparisons.map(({ peer, median, advantage }, index) => {
    const [first, wanted] = index === 0 ? [own, goal] : [['', ''], ''];
    return [...first, `${peer}: ${readable(median)}`, `${readable(advantage)}x`, wanted];
  });
}

// Figures closer than this count as equal, since the machine also does other work.
const tie = 0.9;

/** Returns the peers that are better than ours, including lower bounds. */
function better(benches: readonly BenchResults[], which: 'floors' | 'others'): string[] {
  return benches.flatMap(({ name, outcomes }) =>
    outcomes.flatMap((outcome) =>
      comparisonsOf(outcome)
        .filter(({ peer, advantage }) => advantage < tie && floors.has(peer) === (which === 'floors'))
        .map(
          ({ peer, advantage }) => `- ${name}, ${nameOf(outcome)}: ${peer} is ${readable(1 / advantage)} times better.`,
        ),
    ),
  );
}

function goals(benches: readonly BenchResults[]): string {
  const judged = benches.flatMap(({ name, outcomes }) =>
    outcomes.flatMap((outcome) => {
      const goal = goalOf(outcome);
      return goal?.isReached === undefined ? [] : [{ name, outcome, goal }];
    }),
  );
  const missed = judged.filter(({ goal }) => goal.isReached === false);
  const lines = missed.map(({ name, outcome, goal }) => {
    const rest = comparisonsOf(outcome).map(({ peer, median }) => `, ${peer} ${readable(median)}`);
    const ours = readable(outcome.figures['ours']?.median ?? 0);
    return `- ${name}, ${nameOf(outcome)}: ${goal.text}; ours ${ours}${rest.join('')}.`;
  });
  if (judged.length === 0) return 'None was judged: a rough look is not enough for that.';
  const told = `${judged.length - missed.length} of ${judged.length} goals were reached.`;
  return [missed.length === 0 ? told : `${told} Missed:\n`, ...lines].join('\n');
}

const listOr = (lines: readonly string[], none: string) => (lines.length === 0 ? none : lines.join('\n'));

/** Returns the documentation page with all results, and with what Emend is slower at. */
export function performancePage({ benches, curves, circumstances }: Results): string {
  const head = ['measure', 'ours', 'peer', 'factor', 'goal'];
  const sections = benches.map(
    ({ name, about, measured, outcomes }) =>
      `### ${name}\n\n${about}\n\nMeasured ${measured}.\n\n${table(head, outcomes.flatMap(rowsOf))}`,
  );
  return `# Performance

Written by \`npm run bench -- --report\`. Do not edit.

Emend ("ours") beside what you could use instead. All run on the same input, alternating within one run, and each is checked to have done
all of the work. If an alternative does more or less than Emend, its name says so. Each group of measures runs in its own process. Figures
are medians, with half the distance between the quartiles. The factor says how many times better Emend is; below 1 it is worse.
\`npm run bench -- NAME\` repeats the figures of one section on your machine. Each section says when it was measured; the latest:

${circumstances.map((line) => `- ${line}`).join('\n')}

## Goals

${goals(benches)}

## Where Emend is slower

${listOr(better(benches, 'others'), 'Nowhere, compared with alternatives that do the same work.')}

Floors do less work than Emend, such as a bare loop of \`JSON.parse\`, or are Emend itself at the beginning of a session. The distance to them:

${listOr(better(benches, 'floors'), '- None is better.')}

## Figures

${sections.join('\n\n')}

## Curves

${curves.map(({ name, title }) => `![${title}](performance/${name}.svg)`).join('\n\n')}
`;
}
