import { present, type Reading } from '@emend/acp/protocol';
import { type Command, Option } from 'commander';
import type { ExitStatus } from '../command-entry.ts';
import { inputHelp } from '../input/open.ts';
import { dialectHelp } from '../options/dialect-help.ts';
import { dialectNamed, dialectNames } from '../options/dialect-names.ts';
import { note } from '../output/note.ts';
import { Problem } from '../output/problem.ts';
import { checkFile } from './file-check.ts';

interface Options {
  readonly protocol?: string;
  readonly lenient?: true;
  readonly lint?: true;
}

const help = `
${inputHelp} Each problem is one line of standard output:

  LINE:PATH: error: expected X, found Y
  LINE:PATH: warning: ...
  LINE: error: ...                          if it is about the whole line

With several files, each line begins with the name of its file: FILE:LINE:PATH: error: ...
PATH starts at the message (params.update.content[0].text). A response is checked against the request with its id.

${dialectHelp}
A handshake at the start shows the version. Without one it is 2, since what only version 1 allows may be a mistake: the
draft of November if there is anything that only this draft has, otherwise that of June. Errors make the exit status 1,
warnings do not. A summary of each file goes to standard error.

With --lint, what is valid and still looks wrong is told as well, and does not change the exit status either: updates
after the end of a turn, requests that were never answered, content that is sent again and again. LINE may be an earlier
one:

  LINE:PATH: hint: ... [RULE]

Examples:
  $ emend validate session.ndjson
  $ emend validate recordings/*.ndjson
  $ emend validate --protocol 1 < old-session.ndjson
  $ emend validate --protocol november session.ndjson
  $ emend validate --lint recording.ndjson
  $ emend validate --lenient session.ndjson     warn about parts that the schema allows readers to skip`;

/** Adds `emend validate`. */
export function defineValidate(command: Command, end: (status: ExitStatus) => void): void {
  command
    .argument('[FILE...]', 'one message per line')
    .addOption(
      new Option('--protocol <version>', 'the version to check against (default: that of the handshake)').choices(
        dialectNames,
      ),
    )
    .option('--lenient', 'warn about malformed optional parts, which the schema allows readers to skip')
    .option('--lint', 'also tell what is valid and still looks wrong')
    .addHelpText('after', help)
    .action(async (files: readonly string[], options: Options) => end(await validate(files, options)));
}

async function validate(files: readonly string[], options: Options): Promise<ExitStatus> {
  const reading: Reading = options.lenient === true ? 'lenient' : 'strict';
  const dialect = options.protocol === undefined ? undefined : dialectNamed(options.protocol);
  const how = present({ reading, dialect, lint: options.lint });
  if (files.length <= 1) return (await checkFile(files[0], { ...how, prefix: '' })) ? 0 : 1;
  let status: ExitStatus = 0;
  for (const file of files) {
    try {
      if (!(await checkFile(file, { ...how, prefix: `${file}:` }))) status = 1;
    } catch (error) {
      // The other files are still checked.
      if (!(error instanceof Problem)) throw error;
      note(`emend: ${error.message}`);
      status = 1;
    }
  }
  return status;
}
