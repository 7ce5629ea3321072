import type { LedgerEntry, RewriteRule } from '@emend/acp/bridge';
import { isWritableMessage } from '@emend/acp/protocol';
import { type InputLine, LineConverter, tooDeep } from '@emend/acp/recording';
import { type Command, Option } from 'commander';
import type { ExitStatus } from '../command-entry.ts';
import { withDialect } from '../conversion/dialect-stream.ts';
import { LedgerFile } from '../conversion/ledger-file.ts';
import { isRefusedRewrite, rewriteHelp, rewriteOption } from '../conversion/rewrite-option.ts';
import { inputHelp, nameOf, openInput } from '../input/open.ts';
import { readLines } from '../input/read-lines.ts';
import { dialectHelp } from '../options/dialect-help.ts';
import { dialectNamed, dialectNames } from '../options/dialect-names.ts';
import { note } from '../output/note.ts';
import { writeOut } from '../output/standard-output.ts';

interface Options {
  readonly to: string;
  readonly protocol?: string;
  readonly rewrite: RewriteRule;
  readonly losses?: string;
}

const help = `
${inputHelp} The output has the form of the input: messages
or a recording. A stream that is already in the requested version is written unchanged.

${dialectHelp} The version
of the stream is that of the handshake, or is recognised by messages that only one version has; --protocol overrides it.

--rewrite says what a v1 client sees when a v2 agent replaces or clears text that was already sent:
${rewriteHelp}

Losses and repairs do not change the exit status; lines that had to be skipped do.

Examples:
  $ emend convert --to november old.ndjson > new.ndjson
  $ emend convert --protocol november --to june session.ndjson
  $ emend convert --to 1 --rewrite hold --losses lost.ndjson < recording.ndjson`;

/** Adds `emend convert`. */
export function defineConvert(command: Command, end: (status: ExitStatus) => void): void {
  command
    .argument('[FILE]', 'one message per line')
    .addOption(new Option('--to <version>', 'the version to write').choices(dialectNames).makeOptionMandatory())
    .addOption(
      new Option('--protocol <version>', 'the version of the stream (default: detected)').choices(dialectNames),
    )
    .addOption(rewriteOption().default('reissue'))
    .option('--losses <file>', 'write what was lost or repaired to a file, one entry per line')
    .addHelpText('after', help)
    .action(async (file: string | undefined, options: Options) => end(await convert(file, options)));
}

async function convert(file: string | undefined, options: Options): Promise<ExitStatus> {
  const to = dialectNamed(options.to);
  const given = options.protocol === undefined ? undefined : dialectNamed(options.protocol);
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

  for await (const { dialect, lines } of withDialect(readLines(bytes()), given)) {
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
  note(`${name}: Text was replaced or cleared after it was sent, ${times}; --rewrite error left that out.`);
  return 1;
}
