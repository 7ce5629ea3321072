import { type Version, versionOfHandshake, versionOfMessage } from '@emend/acp/bridge';
import { isObject, type Reading } from '@emend/acp/protocol';
import type { InputLine } from '../input/input-line.ts';
import { nameOf } from '../input/open.ts';
import { readInput } from '../input/read-input.ts';
import { noteLine } from '../note.ts';
import { writeStandardError } from '../standard-error.ts';
import { Checker } from './checker.ts';
import { dialects } from './dialect.ts';
import { doubt, type Finding, formatFinding, mismatch } from './finding.ts';
import { novemberHandshake, novemberSign } from './later-draft.ts';
import { writeOut } from './output.ts';

/** How a file is checked. */
export interface FileCheckOptions {
  /** The version to check against; that of the handshake if omitted. */
  readonly version?: Version;
  readonly reading: Reading;
  /** Stands before each finding: the file's name, where there are several. */
  readonly prefix: string;
}

/** How many lines may come before a handshake. */
const mostWaiting = 10_000;

/** The version of a stream, whether a handshake chose it, and what shows that it is written in a later draft. */
interface Shown {
  readonly version: Version;
  readonly isChosen: boolean;
  readonly later?: Later;
}

interface Later {
  readonly line: number;
  readonly sign: string;
}

/** Checks a file, writes what was found and a summary, and tells whether all is well. */
export async function checkFile(file: string | undefined, options: FileCheckOptions): Promise<boolean> {
  const total = { lines: 0, error: 0, warning: 0 };
  let shown: Shown | undefined =
    options.version === undefined ? undefined : { version: options.version, isChosen: true };
  let checker: Checker | undefined;
  let waiting: InputLine[] = [];
  let sign: Version | undefined;

  /** Checks lines as far as they are of the draft that is read here; what shows that they are not ends it. */
  async function check(lines: readonly InputLine[], { version, isChosen, later }: Shown): Promise<Later | undefined> {
    if (later !== undefined) return later;
    checker ??= new Checker(dialects[version], options.reading);
    let text = '';
    let found: Later | undefined;
    for (const line of lines) {
      if (line.kind !== 'warning') total.lines++;
      if (line.kind === 'message') sign ??= versionOfMessage(line.message);
      const findings = findingsOf(line, checker);
      found = findings.length > 0 && !isChosen ? laterIn(line) : undefined;
      if (found !== undefined) break;
      for (const finding of findings) {
        total[finding.level]++;
        text += formatFinding(line.line, finding, options.prefix);
      }
    }
    await writeOut(text);
    return found;
  }

  let later: Later | undefined;
  for await (const batch of readInput(file)) {
    waiting = waiting.length === 0 ? batch : [...waiting, ...batch];
    shown ??= shownBy(waiting);
    if (shown === undefined) continue;
    later = await check(waiting, shown);
    if (later !== undefined) break;
    waiting = [];
  }
  shown ??= { version: 2, isChosen: false };
  later ??= await check(waiting, shown);
  if (later !== undefined) {
    writeStandardError(noteLine(`emend: ${nameOf(file)}: ${laterText(later)}`));
    return false;
  }
  const { version } = shown;
  writeStandardError(noteLine(summary(nameOf(file), version, total)));
  if (sign !== undefined && sign !== version)
    writeStandardError(`If it is a stream of version ${sign}, try emend validate --protocol ${sign}\n`);
  return total.error === 0;
}

/**
 * The version that a handshake at the start chose, and 2 where something else comes first; nothing while neither has come.
 *
 * What looks like version 1 later on is no proof here: a message without its id is just what a check is to find.
 */
function shownBy(lines: readonly InputLine[]): Shown | undefined {
  for (const line of lines) {
    if (line.kind !== 'message' || !isObject(line.message)) continue;
    const { method, error, result } = line.message;
    if (method === 'initialize' || error !== undefined) continue;
    const chosen = versionOfHandshake(result);
    if (chosen === undefined) return { version: 2, isChosen: false };
    const sign = novemberHandshake(result);
    return { version: chosen, isChosen: true, ...(sign === undefined ? {} : { later: { line: line.line, sign } }) };
  }
  return lines.length > mostWaiting ? { version: 2, isChosen: false } : undefined;
}

function laterIn(line: InputLine): Later | undefined {
  const sign = line.kind === 'message' ? novemberSign(line.message) : undefined;
  return sign === undefined ? undefined : { line: line.line, sign };
}

function laterText({ line, sign }: Later): string {
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
      return [mismatch([], line.expected, line.found)];
    case 'warning':
      return [doubt([], line.warning)];
    case 'text':
      return line.entry.from === 'stderr'
        ? []
        : [doubt([], `the ${line.entry.from} wrote a line that is not a message`)];
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
