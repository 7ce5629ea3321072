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
  readonly protocol: '1' | '2';
  readonly lenient?: true;
}

const help = `
Each problem is one line of standard output:

  LINE:PATH: error: expected X, found Y
  LINE:PATH: warning: ...

PATH starts at the message (params.update.content[0].text). A response is checked against the request with its id.
FILE holds one JSON-RPC message a line, bare or as a recording; without FILE, or with -, standard input is read.
Only errors make the exit status 1. A summary goes to standard error.

Examples:
  $ emend validate session.ndjson
  $ emend validate --protocol 1 < old-session.ndjson
  $ emend validate --lenient session.ndjson     what the schema lets a reader pass over is a warning`;

/** Adds `emend validate`. */
export function defineValidate(command: Command, end: (status: ExitStatus) => void): void {
  command
    .argument('[FILE]', 'messages, one a line')
    .addOption(new Option('--protocol <version>', 'the version to check against').choices(['1', '2']).default('2'))
    .option('--lenient', 'read malformed optional parts as absent, as the schema allows, and warn of each')
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: Options) => end(await validate(file, options)));
}

async function validate(file: string | undefined, options: Options): Promise<ExitStatus> {
  const version = options.protocol === '1' ? 1 : 2;
  const reading: Reading = options.lenient === true ? 'lenient' : 'strict';
  const checker = new Checker(dialects[version], reading);
  const total = { lines: 0, error: 0, warning: 0 };
  let spoken: number | undefined;
  for await (const batch of readInput(file)) {
    let text = '';
    for (const line of batch) {
      if (line.kind !== 'warning') total.lines++;
      if (line.kind === 'message') spoken ??= spokenVersion(line.message);
      for (const finding of findingsOf(line, checker)) {
        total[finding.level]++;
        text += formatFinding(line.line, finding);
      }
    }
    await writeOut(text);
  }
  process.stderr.write(summary(nameOf(file), version, total));
  if (spoken !== undefined && spoken !== version && (spoken === 1 || spoken === 2)) {
    process.stderr.write(`The handshake in it chose version ${spoken}: try emend validate --protocol ${spoken}\n`);
  }
  return total.error > 0 ? 1 : 0;
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

/** The version that an answer to `initialize` chose. */
function spokenVersion(message: unknown): number | undefined {
  const result = isObject(message) ? message['result'] : undefined;
  const version = isObject(result) ? result['protocolVersion'] : undefined;
  return typeof version === 'number' ? version : undefined;
}

function summary(name: string, version: number, total: { lines: number; error: number; warning: number }): string {
  const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const found =
    total.error + total.warning === 0
      ? 'no problems'
      : `${counted(total.error, 'error')}, ${counted(total.warning, 'warning')}`;
  return `${name}: ${counted(total.lines, 'line')} checked against v${version}, ${found}\n`;
}
