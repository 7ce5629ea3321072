import {
  type Dialect,
  dialectOfHandshake,
  dialectOfMessage,
  dialects,
  isObject,
  type Reading,
  StreamDialect,
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
  /** The dialect to check against. Default: that of the handshake, or the draft of v2 that the messages are in. */
  readonly dialect?: Dialect;
  readonly reading: Reading;
  /** Written before each finding: the name of the file if several are checked. */
  readonly prefix: string;
}

/** How many lines are read to find out the dialect. */
const mostWaiting = 10_000;

/** Checks a file and writes the findings and a summary. Returns whether the file has no errors. */
export async function checkFile(file: string | undefined, options: FileCheckOptions): Promise<boolean> {
  const total = { lines: 0, error: 0, warning: 0 };
  const choice = new DraftChoice();
  let dialect = options.dialect;
  let checker: Checker | undefined;
  let waiting: InputLine[] = [];
  /** What the messages look like, whatever they are checked against. */
  let seen: Dialect | undefined;

  async function check(lines: readonly InputLine[], against: Dialect): Promise<void> {
    checker ??= new Checker(dialects[against], options.reading);
    let text = '';
    for (const line of lines) {
      if (line.kind !== 'warning') total.lines++;
      if (line.kind === 'message') seen ??= dialectOfMessage(line.message);
      for (const finding of findingsOf(line, checker)) {
        total[finding.level]++;
        text += formatFinding(line.line, finding, options.prefix);
      }
    }
    await writeOut(text);
  }

  for await (const batch of readInput(file)) {
    if (dialect === undefined) {
      for (const line of batch) {
        waiting.push(line);
        dialect ??= choice.see(line);
      }
      if (waiting.length >= mostWaiting) dialect ??= choice.likely;
      if (dialect === undefined) continue;
    } else waiting = batch;
    await check(waiting, dialect);
    waiting = [];
  }
  dialect ??= choice.likely;
  await check(waiting, dialect);
  const { title } = dialects[dialect];
  writeStandardError(noteLine(summary(nameOf(file), title, total)));
  if (seen !== undefined && seen !== dialect && !(seen === 'june' && dialect === 'november')) {
    const { title: other, name } = dialects[seen];
    writeStandardError(`If it is a stream of ${other}, try \`emend validate --protocol ${name}\`.\n`);
  }
  return total.error === 0;
}

/**
 * Finds out what to check a stream against: by the handshake at its start, or else by what only the November draft has.
 *
 * What looks like v1 decides nothing: a message without its id may be a mistake that the check is to find.
 */
class DraftChoice {
  readonly #stream = new StreamDialect();
  #hasBegun = false;

  /** Takes the next line; returns the dialect once it is certain. */
  see(line: InputLine): Dialect | undefined {
    if (line.kind !== 'message') return undefined;
    if (!this.#hasBegun && isObject(line.message)) {
      const { method, error, result } = line.message;
      if (method === 'initialize' || error !== undefined) return undefined;
      this.#hasBegun = true;
      const dialect = dialectOfHandshake(result);
      if (dialect !== undefined) return dialect;
    }
    if (dialectOfMessage(line.message) !== 'v1') this.#stream.see(line.message);
    return this.#stream.certain;
  }

  /** What the stream is checked against if nothing more comes. */
  get likely(): Dialect {
    return this.#stream.likely;
  }
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

function summary(name: string, title: string, total: { lines: number; error: number; warning: number }): string {
  const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const found =
    total.error + total.warning === 0
      ? 'no problems'
      : `${counted(total.error, 'error')}, ${counted(total.warning, 'warning')}`;
  return `${name}: ${counted(total.lines, 'line')} checked against ${title}, ${found}`;
}
