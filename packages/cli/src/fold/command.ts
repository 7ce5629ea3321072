import { type Command, Option } from 'commander';
import type { ExitStatus } from '../commands.ts';
import type { InputLine } from '../input/input-line.ts';
import { nameOf } from '../input/open.ts';
import { readInput } from '../input/read-input.ts';
import { Problem } from '../problem.ts';
import { writeOut } from '../validate/output.ts';
import { foldedText } from './folded-text.ts';
import { Folding, type SkippedLine } from './folding.ts';
import { versionSign } from './spoken-version.ts';

interface Options {
  readonly protocol?: '1' | '2';
}

const help = `
FILE holds one JSON-RPC message a line, bare or as a recording; without FILE, or with -, standard input is read.
The result is one JSON object: { "sessions": { ID: { messages, toolCalls, plans, timeline, ... } } }.
Oddities of the stream are "diagnostics" of their session, with the line. A line that cannot be read is named on
standard error, and the exit status is then 1.

Examples:
  $ emend fold session.ndjson
  $ emend fold < recording.ndjson > state.json`;

/** Adds `emend fold`. */
export function defineFold(command: Command, end: (status: ExitStatus) => void): void {
  command
    .argument('[FILE]', 'messages, one a line')
    .addOption(
      new Option('--protocol <version>', 'the version of the stream; seen by itself if omitted').choices(['1', '2']),
    )
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: Options) => end(await fold(file, options)));
}

async function fold(file: string | undefined, options: Options): Promise<ExitStatus> {
  if (options.protocol === '1') refuseV1('--protocol 1 says so');
  const folding = new Folding();
  let isSettled = options.protocol === '2';
  for await (const batch of readInput(file)) {
    for (const line of batch) {
      if (!isSettled) isSettled = settle(line);
      if (line.kind === 'warning') process.stderr.write(`${nameOf(file)}:${line.line}: ${line.warning}\n`);
      folding.read(line);
    }
  }
  let text = '';
  for (const part of foldedText(folding.sessions)) {
    text += part;
    if (text.length < 65_536) continue;
    await writeOut(text);
    text = '';
  }
  await writeOut(text);
  return reportSkipped(nameOf(file), folding.skipped);
}

/** Whether this line settles that the stream is v2; a stream of v1 goes another way. */
function settle(line: InputLine): boolean {
  const sign = line.kind === 'message' ? versionSign(line.message) : undefined;
  if (sign?.version === 1) refuseV1(`line ${line.line}: ${sign.reason}`);
  return sign?.isSettled === true;
}

/** The seam for v1: the lines of such a stream are to pass through the converter before they are folded. */
function refuseV1(reason: string): never {
  throw new Problem(`this stream is version 1 (${reason}), which cannot be folded yet; --protocol 2 folds it as it is`);
}

const mostNamed = 50;

function reportSkipped(name: string, skipped: readonly SkippedLine[]): ExitStatus {
  let text = '';
  for (const { line, reason } of skipped.slice(0, mostNamed)) text += `${name}:${line}: skipped: ${reason}\n`;
  if (skipped.length > mostNamed) text += `${name}: ${skipped.length - mostNamed} more lines skipped\n`;
  process.stderr.write(text);
  return skipped.length === 0 ? 0 : 1;
}
