import { type Command, Option } from 'commander';
import { addNameOption, nameHelp } from '../agent-names/named-command.ts';
import type { ExitStatus } from '../command-entry.ts';
import { dialectHelp } from '../options/dialect-help.ts';
import { dialectNames } from '../options/dialect-names.ts';
import { addRemoteOptions, remoteHelp, remoteTarget } from '../remote/remote-target.ts';
import { exportRecording } from './export-recording.ts';
import { givenWords, type InspectOptions, meant, port, usageProblem } from './inspect-options.ts';
import { namedSource } from './named-source.ts';
import { runInspector } from './run-inspector.ts';

const help = `
Opens a web page with the frames of a recording and the session they come to, side by side, at any frame, and what is wrong
with them. The first line on standard output is the address of the page, with a token; it works on this computer only.
Ctrl+C ends it.

  FILE                    a recording of emend record, or JSON-RPC messages, one per line; a file that grows is followed.
                          A pipe is read as it comes; - is standard input.
  -- COMMAND              starts the agent and is its client: talk to it from the page
  NAME                    the same with a known agent, if there is no file of that name
  --url URL               the same with a remote agent
  --proxy -- COMMAND      put 'emend inspect --proxy -- COMMAND' where a client expects COMMAND: everything passes unchanged,
                          and the page shows it live. The address goes to standard error; where a client
                          hides that, --address-file FILE keeps it in a file that only you can read, until the end.

${nameHelp}

${remoteHelp}

What passes is kept in a temporary file until the end; use emend record to keep it longer. --redact keeps secrets off the
page: the values of the given keys, and the values of environment variables whose names mark them as secret (KEY, TOKEN,
PASSWORD, ...). What is passed on does not change, and ids and values that the page sends back to the agent stay as they are.
With keys, name the FILE, too: --redact apiKey - reads standard input.

${dialectHelp}
The version of a recording is found out as emend fold and emend validate do it; --protocol names another one.

--export PAGE.html writes one file with the page and the recording in it, to attach to a bug report; it opens from disk without
a server. Secrets in it are masked as with --redact, and so are variables, headers, arguments and parameters of addresses whose names
mark them as secret; --raw leaves everything as it is. An earlier page of that name is renamed to PAGE.html.1, PAGE.html.2 and so on;
any other file is left alone.

Whoever has the address with the token can read everything on the page and talk to the agent. --host lets other computers
in; the connection is not encrypted, so do that only in a network that you trust.

Examples:
  $ emend inspect session.ndjson
  $ emend inspect claude
  $ emend inspect -- my-agent --acp
  $ emend inspect --proxy -- my-agent --acp
  $ emend chat -- emend inspect --proxy --address-file address -- my-agent --acp
  $ emend inspect --url wss://agents.example/acp --token-file token
  $ emend inspect --redact apiKey session.ndjson
  $ emend inspect --protocol november updates.ndjson
  $ emend inspect session.ndjson --export page.html
  $ emend inspect --no-open --port 4711 session.ndjson`;

/** Adds `emend inspect`. */
export function defineInspect(command: Command, end: (status: ExitStatus) => void): void {
  addNameOption(addRemoteOptions(command))
    .usage('[options] (FILE [--export PAGE.html] | [--proxy] (NAME | -- COMMAND... | --url URL))')
    .argument('[FILE]', 'the recording; - is standard input; or the name of an agent')
    .argument('[COMMAND...]', 'the agent, with its arguments, after --')
    .option('--proxy', 'stand between a client and the agent')
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .addOption(new Option('--port <port>', 'the port to listen on').argParser(port).default(0, 'any free port'))
    .option('--address-file <file>', 'also write the address of the page to this file')
    .option('--open', 'open the page in a browser (default: on a terminal)')
    .option('--no-open', 'do not open a browser')
    .option('--redact [keys]', 'mask the values of these keys (a,b,c) and secrets of the environment')
    .addOption(
      new Option('--protocol <version>', 'the version of the recording (default: detected)').choices(dialectNames),
    )
    .option('--export <page>', 'write the page and the recording into one HTML file')
    .option('--raw', 'export the recording as it is, with its secrets')
    .addHelpText('after', help)
    .action(async (_file: string | undefined, _agent: string[], words: InspectOptions) => {
      const { given, options } = namedSource(command, meant(givenWords(command.args, process.argv), words));
      const [file = '-'] = given.files;
      const problem = usageProblem(given, options, process.stdin.isTTY === true);
      if (problem !== undefined) command.error(`error: ${problem}`);
      if (options.export !== undefined) {
        end(await exportRecording(file, options.export, options));
        return;
      }
      const target = remoteTarget(command, given.agent, options);
      end(await runInspector(file, target ?? given.agent, options));
    });
}
