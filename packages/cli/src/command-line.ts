import { Command, CommanderError } from 'commander';
import { commands as allCommands, type CommandEntry, type ExitStatus } from './commands.ts';
import { helpAfter } from './help.ts';
import { Problem } from './problem.ts';
import { readVersion } from './version.ts';

/** Where the command line writes, so that tests can look. */
export interface Output {
  stdout(text: string): void;
  stderr(text: string): void;
}

const terminal: Output = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
};

function newProgram(commands: readonly CommandEntry[], output: Output): Command {
  return new Command('emend')
    .description('Tools for the traffic of the Agent Client Protocol (ACP), versions 1 and 2.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .configureOutput({ writeOut: output.stdout, writeErr: output.stderr })
    .addHelpText('after', helpAfter(commands))
    .exitOverride()
    .showHelpAfterError("Run 'emend --help' to see what there is.");
}

/** Runs `emend ARGS` and tells the exit status: 0 done, 1 a problem with the input or the peer, 2 wrong usage. */
export async function runCommandLine(
  args: readonly string[],
  commands: readonly CommandEntry[] = allCommands,
  output: Output = terminal,
): Promise<ExitStatus> {
  const program = newProgram(commands, output);
  let status: ExitStatus = 0;
  try {
    for (const entry of commands) {
      const command = program.command(entry.name).description(entry.summary);
      if (!args.includes(entry.name)) continue;
      const define = await entry.load();
      define(command, (ended) => {
        status = ended;
      });
    }
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
    return status;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof Problem)) throw error;
    output.stderr(`emend: ${error.message}\n`);
    return 1;
  }
}
