import { present, type Reading } from '@emend/acp/protocol';
import { type Command, Option } from 'commander';
import type { ExitStatus } from '../command-entry.ts';
import { type DialectName, dialectNamed, dialectNames } from '../options/dialect-names.ts';
import { note } from '../output/note.ts';
import { Problem } from '../output/problem.ts';
import { checkFile } from './file-check.ts';

interface Options {
  readonly protocol?: DialectName;
  readonly lenient?: true;
}

const help = `
Each problem is one line of standard output:

  LINE:PATH: error: expected X, found Y
  LINE:PATH: warning: ...

Where several files are given, each line begins with its file's name: FILE:LINE:PATH: error: ...
PATH starts at the message (params.update.content[0].text). A response is checked against the request with its id.
FILE holds one JSON-RPC message a line, bare or as a recording; without FILE, or with -, standard input is read.
A handshake at the start shows the version; without one it is 2, since what only version 1 allows may be a mistake.
Only errors make the exit status 1, and a stream of a later draft of version 2, which is recognised and not checked. A summary
of each file goes to standard error.

Examples:
  $ emend validate session.ndjson
  $ emend validate recordings/*.ndjson
  $ emend validate --protocol 1 < old-session.ndjson
  $ emend validate --lenient session.ndjson     what the schema lets a reader pass over is a warning`;

/** Adds `emend validate`. */
export function defineValidate(command: Command, end: (status: ExitStatus) => void): void {
  command
    .argument('[FILE...]', 'messages, one a line')
    .addOption(
      new Option('--protocol <version>', 'the version to check against; that of the handshake if omitted').choices(
        dialectNames,
      ),
    )
    .option('--lenient', 'read malformed optional parts as absent, as the schema allows, and warn of each')
    .addHelpText('after', help)
    .action(async (files: readonly string[], options: Options) => end(await validate(files, options)));
}

async function validate(files: readonly string[], options: Options): Promise<ExitStatus> {
  const reading: Reading = options.lenient === true ? 'lenient' : 'strict';
  const how = present({ reading, dialect: options.protocol && dialectNamed[options.protocol] });
  if (files.length <= 1) return (await checkFile(files[0], { ...how, prefix: '' })) ? 0 : 1;
  let status: ExitStatus = 0;
  for (const file of files) {
    try {
      if (!(await checkFile(file, { ...how, prefix: `${file}:` }))) status = 1;
    } catch (error) {
      // A file that cannot be read keeps nobody from checking the others.
      if (!(error instanceof Problem)) throw error;
      note(`emend: ${error.message}`);
      status = 1;
    }
  }
  return status;
}
