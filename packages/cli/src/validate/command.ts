import { type Version, versionOfHandshake, versionOfMessage } from '@emend/acp/bridge';
import { isObject, type Reading } from '@emend/acp/protocol';
import { type Command, Option } from 'commander';
import type { ExitStatus } from '../commands.ts';
import type { InputLine } from '../input/input-line.ts';
import { nameOf } from '../input/open.ts';
import { readInput } from '../input/read-input.ts';
import { Checker } from './checker.ts';
import { dialects } from './dialect.ts';
import { doubt, type Finding, formatFinding, mismatch } from './finding.ts';
import { writeOut } from './output.ts';

interface Options {
  readonly protocol?: '1' | '2';
  readonly lenient?: true;
}

/** How many lines may come before a handshake. */
const mostWaiting = 10_000;

const help = `
Each problem is one line of standard output:

  LINE:PATH: error: expected X, found Y
  LINE:PATH: warning: ...

PATH starts at the message (params.update.content[0].text). A response is checked against the request with its id.
FILE holds one JSON-RPC message a line, bare or as a recording; without FILE, or with -, standard input is read.
A handshake at the start shows the version; without one it is 2, since what only version 1 allows may be a mistake.
Only errors make the exit status 1. A summary goes to standard error.

Examples:
  $ emend validate session.ndjson
  $ emend validate --protocol 1 < old-session.ndjson
  $ emend validate --lenient session.ndjson     what the schema lets a reader pass over is a warning`;

/** Adds `emend validate`. */
export function defineValidate(command: Command, end: (status: ExitStatus) => void): void {
  command
    .argument('[FILE]', 'messages, one a line')
    .addOption(
      new Option('--protocol <version>', 'the version to check against; that of the handshake if omitted').choices([
        '1',
        '2',
      ]),
    )
    .option('--lenient', 'read malformed optional parts as absent, as the schema allows, and warn of each')
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: Options) => end(await validate(file, options)));
}

async function validate(file: string | undefined, options: Options): Promise<ExitStatus> {
  const reading: Reading = options.lenient === true ? 'lenient' : 'strict';
  const total = { lines: 0, error: 0, warning: 0 };
  let version: Version | undefined = options.protocol === undefined ? undefined : options.protocol === '1' ? 1 : 2;
  let checker: Checker | undefined;
  let waiting: InputLine[] = [];
  let sign: Version | undefined;

  async function check(lines: readonly InputLine[], against: Version): Promise<void> {
    checker ??= new Checker(dialects[against], reading);
    let text = '';
    for (const line of lines) {
      if (line.kind !== 'warning') total.lines++;
      if (line.kind === 'message') sign ??= versionOfMessage(line.message);
      for (const finding of findingsOf(line, checker)) {
        total[finding.level]++;
        text += formatFinding(line.line, finding);
      }
    }
    await writeOut(text);
  }

  for await (const batch of readInput(file)) {
    waiting = waiting.length === 0 ? batch : [...waiting, ...batch];
    version ??= shownVersion(waiting);
    if (version === undefined) continue;
    await check(waiting, version);
    waiting = [];
  }
  version ??= 2;
  await check(waiting, version);
  process.stderr.write(summary(nameOf(file), version, total));
  if (sign !== undefined && sign !== version) {
    process.stderr.write(`If it is a stream of version ${sign}, try emend validate --protocol ${sign}\n`);
  }
  return total.error > 0 ? 1 : 0;
}

/**
 * The version that a handshake at the start chose, and 2 where something else comes first; nothing while neither has come.
 *
 * What looks like version 1 later on is no proof here: a message without its id is just what a check is to find.
 */
function shownVersion(lines: readonly InputLine[]): Version | undefined {
  for (const line of lines) {
    if (line.kind !== 'message' || !isObject(line.message)) continue;
    const { method, error, result } = line.message;
    if (method === 'initialize' || error !== undefined) continue;
    return versionOfHandshake(result) ?? 2;
  }
  return lines.length > mostWaiting ? 2 : undefined;
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
  return `${name}: ${counted(total.lines, 'line')} checked against v${version}, ${found}\n`;
}
