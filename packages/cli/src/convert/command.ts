import type { LedgerEntry, RewriteRule } from '@emend/acp/bridge';
import { isWritableMessage } from '@emend/acp/protocol';
import { type Command, Option } from 'commander';
import type { ExitStatus } from '../command-entry.ts';
import { withDialect } from '../conversion/dialect-stream.ts';
import { LedgerFile } from '../conversion/ledger-file.ts';
import { LineConverter } from '../conversion/line-converter.ts';
import { isRefusedRewrite, rewriteOption } from '../conversion/rewrite-option.ts';
import type { InputLine } from '../input/input-line.ts';
import { nameOf, openInput } from '../input/open.ts';
import { readLines } from '../input/read-lines.ts';
import { tooDeep } from '../input/too-deep.ts';
import { type DialectName, dialectNamed, dialectNames } from '../options/dialect-names.ts';
import { note } from '../output/note.ts';
import { writeOut } from '../output/standard-output.ts';

interface Options {
  readonly to: DialectName;
  readonly rewrite: RewriteRule;
  readonly losses?: string;
}

const help = `
FILE holds one JSON-RPC message a line, bare or as a recording; without FILE, or with -, standard input is read. The
form that is read is written. A stream that is in the asked version already is written unchanged.

What happens, towards version 1, to text that was sent before and is then replaced or cleared:
  reissue    the new text is a new message that names the old one in _meta
  clear      the proposed agent_message_clear, then the new text
  separator  a visible line, then the new text, in the same message
  hold       a message is sent when it is complete
  error      the change is left out, and the exit status is 1

Losses and repairs do not change the exit status; lines that had to be skipped do.

Examples:
  $ emend convert --to 2 old.ndjson > new.ndjson
  $ emend convert --to 1 --rewrite hold --losses lost.ndjson < recording.ndjson`;

/** Adds `emend convert`. */
export function defineConvert(command: Command, end: (status: ExitStatus) => void): void {
  command
    .argument('[FILE]', 'messages, one a line')
    .addOption(new Option('--to <version>', 'the version to write').choices(dialectNames).makeOptionMandatory())
    .addOption(rewriteOption().default('reissue'))
    .option('--losses <file>', 'write what was lost or repaired to a file, one entry a line')
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: Options) => end(await convert(file, options)));
}

async function convert(file: string | undefined, options: Options): Promise<ExitStatus> {
  const to = dialectNamed[options.to];
  const name = nameOf(file);
  const ledger = new LedgerFile(options.losses, 'anew');
  let raw: Buffer[] = [];
  let converter: LineConverter | undefined;
  let status: ExitStatus = 0;
  let refused = 0;
  let text = '';

  function keep(entries: readonly LedgerEntry[]): void {
    ledger.write(entries);
    refused += entries.filter((entry) => isRefusedRewrite(entry, options.rewrite)).length;
  }

  function skip(line: number, reason: string): void {
    note(`${name}:${line}: skipped: ${reason}`);
    status = 1;
  }

  function take(line: InputLine): void {
    if (line.kind === 'warning') note(`${name}:${line.line}: ${line.warning}`);
    else if (line.kind === 'problem') skip(line.line, `expected ${line.expected}, found ${line.found}`);
    else if (line.kind === 'text' || line.entry?.from === 'stderr') {
      if (converter !== undefined) text += `${JSON.stringify(line.entry)}\n`;
    } else if (!LineConverter.canConvert(line.message)) skip(line.line, 'expected a JSON-RPC message');
    else if (converter !== undefined && !isWritableMessage(line.message)) skip(line.line, tooDeep);
    else if (converter !== undefined) write(converter, converter.convert(line));
  }

  function write(by: LineConverter, { lines, ledger: entries }: ReturnType<LineConverter['end']>): void {
    for (const line of lines) text += `${by.textOf(line)}\n`;
    keep(entries);
  }

  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of openInput(file)) {
      if (converter === undefined) raw.push(chunk);
      yield chunk;
    }
  }

  /** Writes the converted lines so far, or the original bytes of a stream that needs no conversion. */
  async function flush(): Promise<void> {
    const unchanged = raw;
    raw = [];
    if (converter === undefined) for (const chunk of unchanged) await writeOut(chunk);
    const ready = text;
    text = '';
    await writeOut(ready);
  }

  for await (const { dialect, lines } of withDialect(readLines(bytes()), undefined)) {
    if (dialect !== to) {
      const { rewrite } = options;
      converter ??= new LineConverter({ from: dialect, to, rewrite }, (entry) => keep([entry]));
    }
    for (const line of lines) take(line);
    await flush();
  }
  if (converter !== undefined) write(converter, converter.end());
  await flush();
  const told = ledger.close();
  if (told !== undefined) note(told);
  if (refused === 0) return status;
  const times = refused === 1 ? '1 time' : `${refused} times`;
  note(`${name}: text that was sent before is replaced or cleared, ${times}: left out`);
  return 1;
}
