import {
  type Dialect,
  dialectOfHandshake,
  dialectOfMessage,
  dialects,
  isObject,
  novemberHandshakeSign,
  novemberMessageSign,
  present,
  type Reading,
} from '@emend/acp/protocol';
import type { InputLine } from '../input/input-line.ts';
import { nameOf } from '../input/open.ts';
import { readInput } from '../input/read-input.ts';
import { noteLine } from '../output/note.ts';
import { writeStandardError } from '../output/standard-error.ts';
import { writeOut } from '../output/standard-output.ts';
import { Checker } from './checker.ts';
import { type Finding, formatFinding, mismatchAt, warningAt } from './finding.ts';

/** How a file is checked. */
interface FileCheckOptions {
  /** The dialect to check against. Default: that of the handshake, or June. */
  readonly dialect?: Dialect;
  readonly reading: Reading;
  /** Written before each finding: the name of the file if several are checked. */
  readonly prefix: string;
}

/** How many lines may come before the handshake. */
const mostWaiting = 10_000;

/** What a stream is checked against. */
interface Decision {
  readonly dialect: Dialect;
  /** Whether the caller or a handshake has chosen the dialect. */
  readonly isChosen: boolean;
  readonly later?: LaterDraft;
}

/** The first sign that a stream is written in a later draft. */
interface LaterDraft {
  readonly line: number;
  readonly sign: string;
}

/** Checks a file and writes the findings and a summary. Returns whether the file has no errors. */
export async function checkFile(file: string | undefined, options: FileCheckOptions): Promise<boolean> {
  const total = { lines: 0, error: 0, warning: 0 };
  let decision: Decision | undefined =
    options.dialect === undefined ? undefined : { dialect: options.dialect, isChosen: true };
  let checker: Checker | undefined;
  let waiting: InputLine[] = [];
  /** What the messages look like, whatever they are checked against. */
  let seen: Dialect | undefined;

  /** Checks lines up to the first sign of a later draft, which is returned. */
  async function check(lines: readonly InputLine[], decided: Decision): Promise<LaterDraft | undefined> {
    if (decided.later !== undefined) return decided.later;
    checker ??= new Checker(dialects[decided.dialect], options.reading);
    let text = '';
    let found: LaterDraft | undefined;
    for (const line of lines) {
      if (line.kind !== 'warning') total.lines++;
      if (line.kind === 'message') seen ??= dialectOfMessage(line.message);
      const findings = findingsOf(line, checker);
      found = findings.length > 0 && !decided.isChosen ? laterIn(line) : undefined;
      if (found !== undefined) break;
      for (const finding of findings) {
        total[finding.level]++;
        text += formatFinding(line.line, finding, options.prefix);
      }
    }
    await writeOut(text);
    return found;
  }

  let later: LaterDraft | undefined;
  for await (const batch of readInput(file)) {
    waiting = waiting.length === 0 ? batch : [...waiting, ...batch];
    decision ??= decide(waiting);
    if (decision === undefined) continue;
    later = await check(waiting, decision);
    if (later !== undefined) break;
    waiting = [];
  }
  decision ??= undecided;
  later ??= await check(waiting, decision);
  if (later !== undefined) {
    writeStandardError(noteLine(`emend: ${nameOf(file)}: ${laterText(later)}`));
    return false;
  }
  const { dialect } = decision;
  writeStandardError(noteLine(summary(nameOf(file), dialects[dialect].protocolVersion, total)));
  if (seen !== undefined && seen !== dialect) {
    const { protocolVersion, name } = dialects[seen];
    writeStandardError(`If it is a stream of v${protocolVersion}, try \`emend validate --protocol ${name}\`.\n`);
  }
  return total.error === 0;
}

const undecided: Decision = { dialect: 'june', isChosen: false };

/**
 * Decides by the handshake at the start; for June if something else comes first. Returns nothing while neither has come.
 *
 * What looks like v1 later on decides nothing: a message without its id may be a mistake that the check is to find.
 */
function decide(lines: readonly InputLine[]): Decision | undefined {
  for (const line of lines) {
    if (line.kind !== 'message' || !isObject(line.message)) continue;
    const { method, error, result } = line.message;
    if (method === 'initialize' || error !== undefined) continue;
    const dialect = dialectOfHandshake(result);
    if (dialect === undefined) return undecided;
    const sign = novemberHandshakeSign(result);
    return present({ dialect, isChosen: true, later: sign === undefined ? undefined : { line: line.line, sign } });
  }
  return lines.length > mostWaiting ? undecided : undefined;
}

function laterIn(line: InputLine): LaterDraft | undefined {
  const sign = line.kind === 'message' ? novemberMessageSign(line.message) : undefined;
  return sign === undefined ? undefined : { line: line.line, sign };
}

function laterText({ line, sign }: LaterDraft): string {
  return (
    `line ${line} has ${sign}, so this is a stream of the November draft of v2, which this release does not read yet; ` +
    'it was not checked (--protocol 2 checks it against the June draft).'
  );
}

function findingsOf(line: InputLine, checker: Checker): readonly Finding[] {
  switch (line.kind) {
    case 'message':
      return checker.check(line.message, line.entry?.from === 'stderr' ? undefined : line.entry?.from);
    case 'problem':
      return [mismatchAt([], line.expected, line.found)];
    case 'warning':
      return [warningAt([], line.warning)];
    case 'text':
      return line.entry.from === 'stderr'
        ? []
        : [warningAt([], `the ${line.entry.from} wrote a line that is not a message`)];
  }
}

function summary(name: string, version: number, total: { lines: number; error: number; warning: number }): string {
  const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const found =
    total.error + total.warning === 0
      ? 'no problems'
      : `${counted(total.error, 'error')}, ${counted(total.warning, 'warning')}`;
  return `${name}: ${counted(total.lines, 'line')} checked against v${version}, ${found}`;
}
