import { type Dialect, dialectOfMessage, dialects, type Reading } from '@emend/acp/protocol';
import {
  CheckDialect,
  Checker,
  type InputLine,
  Linter,
  type LintFinding,
  lineFindings,
  mostUndecided,
  newHints,
} from '@emend/acp/recording';
import { nameOf } from '../input/open.ts';
import { readInput } from '../input/read-input.ts';
import { noteLine } from '../output/note.ts';
import { writeStandardError } from '../output/standard-error.ts';
import { writeOut } from '../output/standard-output.ts';
import { formatFinding, formatHint } from './formatted-finding.ts';

/** How a file is checked. */
interface FileCheckOptions {
  /** The dialect to check against. Default: that of the handshake, or the draft of v2 that the messages are in. */
  readonly dialect?: Dialect;
  readonly reading: Reading;
  /** Written before each finding: the name of the file if several are checked. */
  readonly prefix: string;
  /** Whether the linter looks for what is valid and still looks wrong. */
  readonly lint?: boolean;
}

/** Checks a file and writes the findings and a summary. Returns whether the file has no errors. */
export async function checkFile(file: string | undefined, options: FileCheckOptions): Promise<boolean> {
  const total: Total = { lines: 0, error: 0, warning: 0, ...(options.lint === true && { hint: 0 }) };
  const choice = new CheckDialect();
  let dialect = options.dialect;
  let checker: Checker | undefined;
  let linter: Linter | undefined;
  let waiting: InputLine[] = [];
  /** What the messages look like, whatever they are checked against. */
  let seen: Dialect | undefined;

  function hints(findings: readonly LintFinding[] = []): string {
    if (total.hint !== undefined) total.hint += findings.length;
    return findings.map((finding) => formatHint(finding, options.prefix)).join('');
  }

  async function check(lines: readonly InputLine[], against: Dialect): Promise<void> {
    checker ??= new Checker(dialects[against], options.reading);
    if (options.lint === true) linter ??= new Linter(against);
    let text = '';
    for (const line of lines) {
      if (line.kind !== 'warning') total.lines++;
      if (line.kind === 'message') seen ??= dialectOfMessage(line.message);
      const findings = lineFindings(line, checker);
      for (const finding of findings) {
        total[finding.level]++;
        text += formatFinding(line.line, finding, options.prefix);
      }
      if (linter !== undefined) text += hints(newHints(linter.read(line), findings));
    }
    await writeOut(text);
  }

  for await (const batch of readInput(file)) {
    if (dialect === undefined) {
      for (const line of batch) {
        waiting.push(line);
        dialect ??= choice.see(line);
      }
      if (waiting.length >= mostUndecided) dialect ??= choice.likely;
      if (dialect === undefined) continue;
    } else waiting = batch;
    await check(waiting, dialect);
    waiting = [];
  }
  dialect ??= choice.likely;
  await check(waiting, dialect);
  await writeOut(hints(linter?.end()));
  const { title } = dialects[dialect];
  writeStandardError(noteLine(summary(nameOf(file), title, total)));
  if (seen !== undefined && seen !== dialect && !(seen === 'june' && dialect === 'november')) {
    const { title: other, name } = dialects[seen];
    writeStandardError(`If it is a stream of ${other}, try \`emend validate --protocol ${name}\`.\n`);
  }
  return total.error === 0;
}

/** What was found in a file; hints only if they were looked for. */
interface Total {
  lines: number;
  error: number;
  warning: number;
  hint?: number | undefined;
}

function summary(name: string, title: string, { lines, error, warning, hint }: Total): string {
  const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const found = [counted(error, 'error'), counted(warning, 'warning')];
  if (hint !== undefined) found.push(counted(hint, 'hint'));
  const problems = error + warning + (hint ?? 0) === 0 ? 'no problems' : found.join(', ');
  return `${name}: ${counted(lines, 'line')} checked against ${title}, ${problems}`;
}
