import { Folding, foldedText, type InputLine } from '@emend/acp/recording';
import { type Command, Option } from 'commander';
import type { ExitStatus } from '../command-entry.ts';
import { withDialect } from '../conversion/dialect-stream.ts';
import { inputHelp, nameOf } from '../input/open.ts';
import { readInput } from '../input/read-input.ts';
import { dialectHelp } from '../options/dialect-help.ts';
import { dialectNamed, dialectNames } from '../options/dialect-names.ts';
import { note } from '../output/note.ts';
import { writeOut } from '../output/standard-output.ts';
import { NumberNotes } from './number-notes.ts';

interface Options {
  readonly protocol?: string;
}

const help = `
${inputHelp}

The result is one JSON object: { "sessions": { ID: { messages, toolCalls, plans, timeline, ... } } }. A prompt of the
user is a message if the agent echoed it; otherwise it is the "prompt" of its turn, which begins at "start". The version is
that of the handshake, or is recognised by messages that only one version has. A v1 stream is converted first.

${dialectHelp}

Irregularities of the stream become "diagnostics" of their session, with the line number. Numbers that a double cannot
represent, and lines that cannot be read, are reported on standard error; only skipped lines make the exit status 1.

Examples:
  $ emend fold session.ndjson
  $ emend fold < recording.ndjson > state.json
  $ emend fold --protocol november updates.ndjson`;

/** Adds `emend fold`. */
export function defineFold(command: Command, end: (status: ExitStatus) => void): void {
  command
    .argument('[FILE]', 'one message per line')
    .addOption(
      new Option('--protocol <version>', 'the version of the stream (default: detected)').choices(dialectNames),
    )
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: Options) => end(await fold(file, options)));
}

async function fold(file: string | undefined, { protocol }: Options): Promise<ExitStatus> {
  const name = nameOf(file);
  const skipped: SkippedLine[] = [];
  const folding = new Folding({ skipped: (line, reason) => skipped.push({ line, reason }) });
  const numbers = new NumberNotes(name);

  function take(line: InputLine): void {
    if (line.kind === 'warning') note(`${name}:${line.line}: ${line.warning}`);
    if (line.kind === 'message') numbers.take(line);
    folding.read(line);
  }

  const given = protocol === undefined ? undefined : dialectNamed(protocol);
  for await (const { dialect, lines } of withDialect(readInput(file), given)) {
    folding.dialect = dialect;
    for (const line of lines) take(line);
  }
  folding.end();
  let text = '';
  for (const part of foldedText(folding.sessions)) {
    text += part;
    if (text.length < 65_536) continue;
    await writeOut(text);
    text = '';
  }
  await writeOut(text);
  for (const line of numbers.lines()) note(line);
  return reportSkipped(name, skipped);
}

const mostNamed = 50;

/** A line that could not be folded. */
interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

function reportSkipped(name: string, skipped: readonly SkippedLine[]): ExitStatus {
  for (const { line, reason } of skipped.slice(0, mostNamed)) note(`${name}:${line}: skipped: ${reason}`);
  if (skipped.length > mostNamed) note(`${name}: ${skipped.length - mostNamed} more lines were skipped.`);
  return skipped.length === 0 ? 0 : 1;
}
