import { type Command, Option } from 'commander';
import { addNameOption, namedCommand, nameHelp } from '../agent-names/named-command.ts';
import type { ExitStatus } from '../command-entry.ts';
import { mainFile } from '../main-file.ts';
import { milliseconds, seconds } from '../options/durations.ts';
import { collected, directory } from '../options/given-values.ts';
import { type PermissionFile, permissionFile } from '../options/permission-file.ts';
import { addRemoteOptions, type RemoteTarget, remoteHelp, remoteTarget } from '../remote/remote-target.ts';
import { AgentLink } from './agent-link.ts';
import { type ChatOptions, mcpServer, setting } from './chat-options.ts';
import { PlainChat } from './plain-chat.ts';
import { writeSessions } from './session-list.ts';

const help = `
COMMAND starts an agent that speaks the Agent Client Protocol on standard input and output; without it, the built-in demo
agent is used. Everything after -- belongs to the agent.

${nameHelp}

${remoteHelp}

In a terminal, type / for the agent's commands, : for settings, and @path to attach a file. Alt-Enter or a backslash at the
end of a line starts a new line. Ctrl-C cancels the turn; pressed twice, it leaves.

In a pipe, each line of standard input is a prompt. The final conversation goes to standard output as plain text, and
permission requests are rejected, or left to the other clients of the session if these are asked, too. With --json, updates are
written in the draft of v2 that the agent speaks, June or November; those of an agent that speaks only v1 in that of June.

Examples:
  $ emend chat                                     the demo agent; try /tour
  $ emend chat gemini                              talk to an agent by its name
  $ emend chat -- my-agent --acp                   talk to an agent
  $ emend chat --url wss://agents.example/acp      talk to a remote agent, with the token in EMEND_TOKEN
  $ emend chat --resume -- my-agent --acp          continue the latest session of this directory
  $ emend chat --watch --url wss://agents.example/acp   look on at the latest session of this directory
  $ echo 'What is this?' | emend chat -- my-agent --acp
  $ emend chat --permissions rules.json -- my-agent --acp
  $ emend chat --json -p /tools | emend validate   check what the demo agent sends
  $ emend chat --mcp 'files=npx some-mcp-server .' --add-dir ../docs -- my-agent --acp`;

/** Adds `emend chat`. */
export function defineChat(command: Command, end: (status: ExitStatus) => void): void {
  addNameOption(addRemoteOptions(command))
    .usage('[options] [NAME | -- COMMAND...]')
    .argument('[COMMAND...]', 'the agent, with its arguments')
    .addOption(repeatable('-p, --prompt <text>', 'send this prompt, then leave', String))
    .option('--resume [id]', 'continue an earlier session; without an id, the latest of this directory')
    .option('--watch', 'only look on at an earlier session, as --resume names it: send, answer and change nothing')
    .option('--list', "list the agent's sessions and leave")
    .addOption(
      new Option('--cwd <dir>', 'the working directory of the session')
        .argParser(directory)
        .default(process.cwd(), 'this one'),
    )
    .addOption(repeatable('--add-dir <dir>', 'another directory the agent may use', directory))
    .addOption(repeatable('--mcp <server>', 'an MCP server: NAME=COMMAND ARGS, NAME=URL, or JSON', mcpServer))
    .addOption(repeatable('--set <id=value>', 'set a configuration option, such as model', setting))
    .option('--login [method]', 'log in first if the agent asks for it')
    .addOption(
      new Option(
        '--permissions <answer>',
        "answer permission requests without asking: 'reject', 'allow', or by the rules of a file",
      ).argParser(permissionAnswer),
    )
    .option('--json', 'write the updates as they arrive, one JSON-RPC notification per line')
    .addOption(
      new Option('--timeout <seconds>', 'how long the agent may take to start')
        .argParser(seconds)
        .default(30_000, '30'),
    )
    .option('--no-history', 'neither read nor save the history of prompts')
    .addOption(new Option('--pace <ms>', 'the pace of the demo agent').argParser(milliseconds).hideHelp())
    .addHelpText('after', help)
    .action(async (agent: string[], options: ChatOptions) => {
      const remote = remoteTarget(command, agent, options);
      const problem = watchProblem(options, process.stdin.isTTY && process.stdout.isTTY);
      if (problem !== undefined) command.error(`error: ${problem}`);
      end(await chat(namedCommand(command, agent, options), options, remote));
    });
}

/** Returns why a chat cannot only look on, if it is to. */
function watchProblem({ watch, prompt, set, permissions, list, json }: ChatOptions, isTerminal: boolean) {
  if (watch !== true) return undefined;
  if (prompt.length > 0 || set.length > 0 || permissions !== undefined || list === true)
    return '--watch only looks on: leave out --prompt, --set, --permissions and --list';
  return isTerminal || json === true ? undefined : '--watch needs a terminal, or --json';
}

function permissionAnswer(text: string): 'reject' | 'allow' | PermissionFile {
  return text === 'reject' || text === 'allow' ? text : permissionFile(text);
}

function repeatable<T>(flags: string, description: string, read: (text: string) => T): Option {
  const option = new Option(flags, `${description}; may be given several times`);
  return option.argParser(collected(read)).default([], 'none');
}

/** Returns the command that starts the demo agent, at full speed unless a person watches. */
function demoCommand(options: ChatOptions, isWatched: boolean): string[] {
  const pace = options.pace ?? (isWatched ? undefined : 0);
  return [process.execPath, mainFile, 'agent', ...(pace === undefined ? [] : ['--pace', String(pace)])];
}

async function chat(
  agent: readonly string[],
  options: ChatOptions,
  remote: RemoteTarget | undefined,
): Promise<ExitStatus> {
  const isInteractive =
    process.stdin.isTTY === true &&
    process.stdout.isTTY === true &&
    process.env['TERM'] !== 'dumb' &&
    options.prompt.length === 0 &&
    options.json !== true &&
    options.list !== true;
  const isDemo = agent.length === 0 && remote === undefined;
  const link = new AgentLink(remote ?? (isDemo ? demoCommand(options, isInteractive) : agent), options);
  const talk = async (): Promise<ExitStatus> => {
    const write = (text: string): void => void process.stdout.write(text);
    if (options.list === true) {
      await writeSessions(link, options.json === true, write);
      return 0;
    }
    if (isInteractive) {
      const { InteractiveChat } = await import('./interactive-chat.ts');
      return new InteractiveChat(link, options, { isDemo }).run();
    }
    const note = (text: string): void => void process.stderr.write(text);
    return new PlainChat(link, options, { input: process.stdin, write, note }).run();
  };
  try {
    const status = await talk();
    await link.close();
    return status;
  } catch (error) {
    // The error is reported at once; the process ends when the agent has ended, which may take a while.
    void link.close().catch(() => {});
    throw error;
  } finally {
    // A terminal or a pipe that nobody reads any more would keep the process alive.
    process.stdin.destroy();
  }
}
