import { Command, CommanderError } from 'commander';
import type { CommandEntry, ExitStatus } from './command-entry.ts';
import { commands as allCommands, commandIn } from './commands.ts';
import { helpAfter } from './help.ts';
import { keepArgs } from './options/command-args.ts';
import { Problem } from './output/problem.ts';
import { writeStandardError } from './output/standard-error.ts';
import { neutral } from './terminal/neutral.ts';
import { readVersion } from './version.ts';

/** Where the command line writes; tests pass their own. */
export interface Output {
  stdout(text: string): void;
  stderr(text: string): void;
}

const terminal: Output = {
  stdout: (text) => process.stdout.write(text),
  stderr: writeStandardError,
};

function newProgram(commands: readonly CommandEntry[], output: Output): Command {
  return new Command('emend')
    .description('Tools for the Agent Client Protocol (ACP), versions 1 and 2.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureOutput({ writeOut: output.stdout, writeErr: output.stderr })
    .addHelpText('after', helpAfter(commands))
    .exitOverride()
    .showHelpAfterError(whereToLook('emend'));
}

function whereToLook(command: string): string {
  return `Run '${command} --help' for help.`;
}

/** Reads `help NAME` of an unknown command as the command itself, so that the error suggests a similar name. */
function meant(args: readonly string[], commands: readonly CommandEntry[]): readonly string[] {
  const [first, name = ''] = args;
  const isUnknown = /^[a-z]/.test(name) && name !== 'help' && commands.every((entry) => entry.name !== name);
  return first === 'help' && isUnknown ? [name] : args;
}

/** Returns a hint for an unknown option, which was often meant for the agent. */
function agentHint({ code }: CommanderError, args: readonly string[], program: Command): string {
  const usage = program.commands.find((command) => command.name() === args[0])?.usage() ?? '';
  if (code !== 'commander.unknownOption' || args.includes('--') || !usage.includes('COMMAND')) return '';
  return `Options of the agent come after --: emend ${args[0]} ${usage}\n`;
}

/** Runs `emend ARGS` and returns the exit status: 0 done, 1 a problem with the input or the peer, 2 wrong usage. */
export async function runCommandLine(
  args: readonly string[],
  commands: readonly CommandEntry[] = allCommands,
  output: Output = terminal,
): Promise<ExitStatus> {
  const program = newProgram(commands, output);
  const asked = commandIn(args, commands);
  let status: ExitStatus = 0;
  try {
    for (const entry of commands) {
      const command = program
        .command(entry.name)
        .description(entry.summary)
        .showHelpAfterError(whereToLook(`emend ${entry.name}`));
      if (entry !== asked) continue;
      keepArgs(command, args);
      const define = await entry.load();
      const end = (ended: ExitStatus): void => {
        status = ended;
      };
      define(command, end, commands);
    }
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(meant(args, commands), { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) {
      output.stderr(agentHint(error, args, program));
      return error.exitCode === 0 ? 0 : 2;
    }
    if (!(error instanceof Problem)) throw error;
    output.stderr(neutral(`emend: ${error.message}\n`));
    return 1;
  }
}
