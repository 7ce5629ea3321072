import { type Command, InvalidArgumentError, Option } from 'commander';
import { addNameOption, MissingAgent, namedCommand, nameHelp } from '../agent-names/named-command.ts';
import type { ExitStatus } from '../command-entry.ts';
import { dialectHelp } from '../options/dialect-help.ts';
import { seconds } from '../options/durations.ts';
import { collected, directory } from '../options/given-values.ts';
import { type ListenAddress, listenAddress } from '../options/listen-address.ts';
import { writeStandardError } from '../output/standard-error.ts';
import { writeOut } from '../output/standard-output.ts';
import { neutral } from '../terminal/neutral.ts';
import { agentKind } from './agent-kind.ts';
import { bridgeKind } from './bridge-kind.ts';
import {
  type CheckOptions,
  defaultJobs,
  defaultTimeout,
  type Kind,
  kinds,
  protocolNames,
  usageProblem,
} from './check-options.ts';
import type { CheckedKind } from './checked-kind.ts';
import { clientKind } from './client-kind.ts';
import { listLines } from './list-checks.ts';
import { reportFile } from './report-files.ts';
import { runChecks } from './run-checks.ts';

const help = `
Does a peer keep the protocol? The kit starts it again and again, talks to it, and tells what is wrong: the rule, what was
seen with the frames that show it, and how to repeat that check alone. It needs no model and no network.

  agent -- COMMAND                  an agent: the kit is its client
  client -- COMMAND {agent}         a client: the kit is its agent. {agent} stands for the command that starts it, as words
                                    of its own or inside a longer word, as one line for a shell
  bridge -- COMMAND {agent}         a bridge or proxy: the kit is its client, and in place of {agent} its agent
  list                              every check with its rules

${nameHelp}

${dialectHelp}
Without --protocol, a peer is checked in every version that it accepts, and a bridge between every two of them; for a
bridge, --protocol june:1 is a client of June and an agent of version 1.

A check passes, fails (a MUST of the protocol is broken), warns (a SHOULD is broken, or it is legal and breaks real peers) or
is skipped with the reason. Checks that need a tool call, a permission request or a long turn are skipped unless a prompt
makes your agent do that: --prompt-tool, --prompt-permission, --prompt-slow.

A client should send a prompt when it starts. Checks that need more of it (a cancel, a second prompt, an earlier session) are
skipped unless --script names a command that drives it: it is run beside the client, connected to its standard input and
output, and finds what to do in the variable EMEND_SCENE:

  prompt                            send one prompt, and wait for its end
  second-prompt                     send a prompt, wait for its end, and send another one
  cancel                            send a prompt, and cancel it while it runs
  load                              open the earlier session that the agent lists, and send a prompt

With --listen HOST:PORT, the client connects to the kit, and {agent}
is the address. What a client shows cannot be seen from outside: --state names a command that reads updates, one a line, and
writes the state that the client makes of them, in the form of emend fold.

PATTERN is the beginning of the name of a check, a name with *, or a rule: --only prompt, --only '*.unknown', --only A32.

On a terminal there is a line per area, then everything that is not a pass. In a pipe there is a line per check on standard
output: verdict, version, check, rules and reason, separated by tabs; the findings go to standard error. --transcripts keeps
what was said in each check that did not pass, for emend inspect and emend fold, and the end of the peer's standard error.

The command is started in the current directory; the sessions get a folder that is made for the run, or that of --cwd.
Exit status: 0 no failures, 1 failures, 2 wrong usage, 3 the peer could not be started or completed no handshake.

Examples:
  $ emend check agent gemini
  $ emend check agent -- my-agent --acp
  $ emend check agent --prompt-tool 'read README.md' --prompt-slow 'count to a million' -- my-agent --acp
  $ emend check agent --protocol 1 --only prompt -- my-agent --acp
  $ emend check agent --report junit=check.xml --transcripts failures -- my-agent --acp
  $ emend check client -- my-client --prompt hello --agent {agent}
  $ emend check bridge --protocol june:1 -- my-bridge --agent {agent}
  $ emend check list`;

const checkedKinds: Readonly<Record<Kind, CheckedKind>> = {
  agent: agentKind,
  client: clientKind,
  bridge: bridgeKind,
};

/** Adds `emend check`. */
export function defineCheck(command: Command, end: (status: ExitStatus) => void): void {
  addNameOption(command)
    .usage('[options] (agent (NAME | -- COMMAND...) | (client | bridge) -- COMMAND... {agent} | list)')
    .addArgument(command.createArgument('<KIND>', 'what is checked').choices([...kinds, 'list']))
    .argument('[COMMAND...]', 'the peer, with its arguments, after --')
    .addOption(
      new Option('--protocol <version>', 'the version to check (default: all that the peer accepts)')
        .choices(protocolNames)
        .argParser((text: string) => text),
    )
    .addOption(
      new Option('--only <pattern>', 'run these checks; can be repeated')
        .argParser(collected(String))
        .default([], 'all'),
    )
    .addOption(
      new Option('--skip <pattern>', 'leave out these checks; can be repeated')
        .argParser(collected(String))
        .default([], 'none'),
    )
    .option('--prompt <text>', 'the prompt of an ordinary turn (default: Hello)')
    .option('--prompt-tool <text>', 'a prompt that makes the agent use a tool')
    .option('--prompt-permission <text>', 'a prompt that makes the agent ask for permission')
    .option('--prompt-slow <text>', 'a prompt that makes the agent work until it is cancelled')
    .addOption(
      new Option('--timeout <seconds>', 'how long the peer may take for an answer')
        .argParser(seconds)
        .default(defaultTimeout, '30'),
    )
    .addOption(
      new Option('--jobs <n>', 'how many checks run at the same time').argParser(count).default(defaultJobs, '2'),
    )
    .addOption(
      new Option('--report <format=file>', 'write a report: json, junit or markdown; can be repeated')
        .argParser(collected(reportFile))
        .default([], 'none'),
    )
    .option('--transcripts <dir>', 'keep a recording, and standard error, of each check that did not pass')
    .option('--cwd <dir>', 'the working directory of the sessions', directory)
    .option('--script <command>', 'drives a client: run beside it for each scene, which is in EMEND_SCENE')
    .addOption(new Option('--listen <address>', 'HOST:PORT where a client connects to the kit').argParser(address))
    .option('--state <command>', 'folds updates as the client does: one a line in, the state of emend fold out')
    .addHelpText('after', help)
    .action(async (kind: Kind | 'list', peer: string[], options: CheckOptions) => {
      if (kind === 'list') {
        if (peer.length > 0) command.error('error: emend check list takes no command');
        end(await list());
        return;
      }
      const problem = usageProblem(kind, peer, options);
      if (problem !== undefined) command.error(`error: ${problem}`);
      try {
        const words = kind === 'agent' ? namedCommand(command, peer, options) : peer;
        end(await runChecks(kind, checkedKinds[kind], words, options));
      } catch (error) {
        if (error instanceof MissingAgent) {
          writeStandardError(neutral(`emend check: ${error.message}\nNothing was checked.\n`));
          end(3);
          return;
        }
        // The patterns are known only to the kit.
        if (!(error instanceof RangeError)) throw error;
        command.error(`error: ${error.message}`);
      }
    });
}

function count(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('It must be a whole number from 1 on.');
  return value;
}

function address(text: string): ListenAddress {
  try {
    return listenAddress(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

async function list(): Promise<ExitStatus> {
  const known = kinds.map((kind) => [kind, checkedKinds[kind]] as const);
  await writeOut(`${listLines(known, process.stdout.isTTY === true).join('\n')}\n`);
  return 0;
}
