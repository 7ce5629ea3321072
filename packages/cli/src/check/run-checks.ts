import { realpathSync } from 'node:fs';
import { TemporaryFolder } from '@emend/acp/node';
import { type CheckResult, NoHandshakeError, summaryOf } from '@emend/acp/testing';
import type { ExitStatus } from '../command-entry.ts';
import { EndingSignals } from '../ending/ending-signals.ts';
import { note } from '../output/note.ts';
import { writeStandardError } from '../output/standard-error.ts';
import { neutral, neutralLine } from '../terminal/neutral.ts';
import { looksOf, painted } from '../terminal/style.ts';
import type { CheckOptions, Kind } from './check-options.ts';
import type { CheckedKind, StartedJob } from './checked-kind.ts';
import { findingRows, skippedRows } from './finding-words.ts';
import { AreaProgress, LineProgress } from './progress.ts';
import { repeatLine } from './repeat-line.ts';
import { prepareReports, writeReports } from './report-files.ts';
import { shellLine } from './shell-words.ts';
import { summaryWords } from './summary-words.ts';
import { TranscriptFolder } from './transcript-folder.ts';

/** Checks a peer and tells what was found; the status says whether anything failed, or that nothing could be checked. */
export async function runChecks(
  kind: Kind,
  checked: CheckedKind,
  command: readonly string[],
  options: CheckOptions,
): Promise<ExitStatus> {
  // Before anything is made that would be left.
  const signals = new EndingSignals();
  prepareReports(options.report);
  const transcripts = options.transcripts === undefined ? undefined : new TranscriptFolder(options.transcripts);
  const folder = options.cwd === undefined ? new TemporaryFolder('emend-check') : undefined;
  const stop = new AbortController();
  const job = checked.start({
    command,
    options,
    // An agent may follow a link, and then names the directory that it leads to.
    cwd: options.cwd === undefined ? (folder?.path ?? process.cwd()) : realpathSync(options.cwd),
    signal: stop.signal,
    ...(transcripts !== undefined && { onTranscript: (result, transcript) => transcripts.write(result, transcript) }),
  });
  // Checks that run end with their peers.
  void signals.asked.then(() => {
    stop.abort();
    return job.end();
  });
  try {
    const { results, dialects } = await resultsOf(job, stop.signal);
    if (stop.signal.aborted) note('emend check: Stopped. This is what was found so far.');
    tell(kind, results, options, command, checked);
    writeReports(options.report, { kind, dialects, summary: summaryOf(results), checks: results });
    if (transcripts?.failure !== undefined) throw transcripts.failure;
    return stop.signal.aborted || results.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof NoHandshakeError)) throw error;
    if (stop.signal.aborted) {
      note('emend check: Stopped before anything was checked.');
      return 1;
    }
    writeReports(options.report, { kind, dialects: [], problem: error.message, summary: summaryOf([]), checks: [] });
    writeStandardError(neutral(problemWords(error, job.lastWords(), command)));
    return 3;
  } finally {
    await job.end();
    folder?.remove();
  }
}

async function resultsOf(
  job: StartedJob,
  signal: AbortSignal,
): Promise<{ readonly results: CheckResult[]; readonly dialects: readonly string[] }> {
  const results: CheckResult[] = [];
  const run = await job.run;
  // A run that looks at nothing must not look like one that found nothing.
  if (run.checks.length === 0) {
    throw new RangeError(`None of the checks that are left by --only and --skip is for ${run.dialects.join(', ')}.`);
  }
  const { stdout } = process;
  const write = (text: string) => void stdout.write(text);
  const progress = stdout.isTTY ? new AreaProgress(write, looksOf(process.env)) : new LineProgress(write);
  if (!signal.aborted) progress.begin(run.checks);
  for await (const result of run) {
    results.push(result);
    progress.take(result);
  }
  progress.end();
  return { results, dialects: run.dialects };
}

/** Tells a person what is not a pass: on the terminal where the progress was, otherwise beside the lines for programs. */
function tell(
  kind: Kind,
  results: readonly CheckResult[],
  options: CheckOptions,
  command: readonly string[],
  checked: CheckedKind,
): void {
  const isTerminal = process.stdout.isTTY;
  const looks = isTerminal || process.stderr.isTTY ? looksOf(process.env) : 'none';
  const allIds = checked.checks.map(({ id }) => id);
  const findings = results.flatMap((result) => {
    const rows = findingRows(result, kind, repeatLine(kind, result, options, command, allIds));
    return rows.length === 0 ? [] : [[], ...rows];
  });
  const skipped = skippedRows(results);
  const rows = [...findings, ...(skipped.length > 0 ? [[], ...skipped] : []), []];
  const text = [...rows.map((row) => painted(row, looks)), `emend check ${kind}: ${summaryWords(summaryOf(results))}`];
  if (isTerminal) process.stdout.write(`${text.join('\n')}\n`);
  else writeStandardError(`${text.join('\n')}\n`);
}

function problemWords(error: NoHandshakeError, stderr: string, command: readonly string[]): string {
  const tail = stderr.trimEnd().split('\n').slice(-20);
  const lines = [
    `emend check: ${neutralLine(error.message)}`,
    ...(command.length === 0 ? [] : [`The command was: ${shellLine(command)}`]),
    ...(tail.join('') === '' ? [] : ['Its standard error ended with:', ...tail.map((line) => `  | ${line}`)]),
    'Nothing was checked.',
  ];
  return `${lines.join('\n')}\n`;
}
