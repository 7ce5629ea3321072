import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runApart } from './apart.ts';
import { circumstances } from './circumstances.ts';
import { comparedRuns, type RunReport, readRun } from './compared-runs.ts';
import type { Curve } from './curves.ts';
import type { Bench, Outcome } from './harness.ts';
import { keptReport } from './kept-report.ts';
import { type BenchResults, performancePage } from './page.ts';
import { runParts } from './part-runs.ts';
import { programFile } from './peers/child.ts';
import { plotOf } from './plot.ts';
import { benches } from './registry.ts';
import { type MeasureReport, reportOf, tableOf } from './report.ts';

const usage = `Usage: npm run bench -- [NAME...] [--quick] [--json] [--compare FILE] [--report]

Measures the built code beside what a user would pick instead; without a name, everything.
Names: ${Object.keys(benches).join(', ')}

  --quick         fewer rounds and smaller sizes: everything in about two minutes
  --json          figures as JSON on standard output
  --compare FILE  also prints how the factors differ from those of an earlier run, as --json printed it or
                  --report wrote it; given twice, compares the second file with the first and measures nothing
  --report        docs/performance.md with its plots and docs/performance.json, written anew from a full run;
                  with names, the sections of those benches, and the others stay as they are
  --help          this text
`;

function stopForUsage(problem: string): never {
  process.stderr.write(`${problem}\nNames: ${Object.keys(benches).join(', ')}\n`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        quick: { type: 'boolean' },
        json: { type: 'boolean' },
        compare: { type: 'string', multiple: true },
        report: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    return stopForUsage(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}
for (const name of positionals) {
  if (!Object.hasOwn(benches, name)) stopForUsage(`There is no bench named '${name}'.`);
}

function readEarlier(file: string): RunReport {
  try {
    return readRun(readFileSync(file, 'utf8'));
  } catch (error) {
    return stopForUsage(`${file} is no run to compare with: ${error instanceof Error ? error.message : error}`);
  }
}

// A file that cannot be read is told before minutes of measuring.
const [before, after, ...more] = (values.compare ?? []).map(readEarlier);
if (more.length > 0) stopForUsage('--compare takes one file or two.');
if (before !== undefined && after !== undefined) {
  process.stdout.write(`${comparedRuns(before, after)}\n`);
  process.exit(0);
}

const quick = values.quick ?? false;
if (values.report && quick) stopForUsage('--report needs figures of full size: leave out --quick.');
const flags = quick ? ['--quick'] : [];
const reports: Record<string, Record<string, MeasureReport>> = {};
const results: Omit<BenchResults, 'measured'>[] = [];

function progress(what: string): void {
  process.stderr.write(`${what} ...\n`);
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

/** Goals are for the full sizes: a quick run prints them and does not judge. */
function unjudged(outcome: Outcome): Outcome {
  const { goal } = outcome.measure;
  return goal === undefined || typeof goal === 'string'
    ? outcome
    : { ...outcome, measure: { ...outcome.measure, goal: goal.text } };
}

async function runBench({ name, about, parts }: Bench): Promise<void> {
  const report: Record<string, MeasureReport> = {};
  reports[name] = report;
  const outcomes: Outcome[] = [];
  results.push({ name, about, outcomes });
  await runParts(
    name,
    parts.length,
    { file: programFile('part'), flags },
    {
      begins: progress,
      fails: fail,
      shows(shown) {
        const outcome = quick ? unjudged(shown) : shown;
        report[outcome.measure.name] = reportOf(outcome);
        outcomes.push(outcome);
        if (!values.json) process.stdout.write(`\n${tableOf(outcome)}\n\n`);
      },
    },
  );
}

/** Curves take their time, and are about what the bench of sessions measures. */
const hasCurves = positionals.length === 0 || positionals.includes('session');

async function measuredCurves(): Promise<readonly Curve[]> {
  let curves: readonly Curve[] = [];
  progress('curves');
  const why = await runApart<Curve[]>(programFile('curves'), flags, (told) => {
    curves = told;
  });
  if (why !== undefined) fail(`curves failed: ${why}.`);
  return curves;
}

const root = new URL('../../', import.meta.url);
const reportFile = new URL('docs/performance.json', root);

/** Writes the page and its plots into the documentation. */
async function writeReport(): Promise<void> {
  const curves = hasCurves ? await measuredCurves() : undefined;
  if (process.exitCode === 1) return;
  mkdirSync(new URL('docs/performance/', root), { recursive: true });
  for (const curve of curves ?? []) writeFileSync(new URL(`docs/performance/${curve.name}.svg`, root), plotOf(curve));
  const { measured, machine } = circumstances(root, quick);
  const report = keptReport(
    existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : undefined,
    { benches: results.map((each) => ({ ...each, measured })), curves },
    Object.keys(benches),
  );
  writeFileSync(
    new URL('docs/performance.md', root),
    performancePage({ ...report, circumstances: [measured, ...machine] }),
  );
  writeFileSync(reportFile, `${JSON.stringify(report, null, 2)}\n`);
}

if (quick) process.stderr.write('A rough look: few rounds of small sizes. Figures to quote come without --quick.\n');
for (const [name, load] of Object.entries(benches)) {
  if (positionals.length === 0 || positionals.includes(name)) await runBench(await load());
}
if (values.json) process.stdout.write(`${JSON.stringify(reports, null, 2)}\n`);
// With --json, standard output is for figures alone.
if (before !== undefined) (values.json ? process.stderr : process.stdout).write(`${comparedRuns(before, reports)}\n`);
if (values.report && process.exitCode === 1) fail('The page is left as it was, since something could not be measured.');
else if (values.report) await writeReport();
