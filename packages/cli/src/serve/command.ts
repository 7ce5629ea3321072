import type { Unattended } from '@emend/acp';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { addNameOption, namedCommand, nameHelp } from '../agent-names/named-command.ts';
import type { ExitStatus } from '../command-entry.ts';
import { dialectHelp } from '../options/dialect-help.ts';
import { milliseconds, seconds } from '../options/durations.ts';
import { collected, directory } from '../options/given-values.ts';
import { permissionFile } from '../options/permission-file.ts';
import { realPath } from './gate/directories.ts';
import { runServer } from './run-server.ts';
import { type ServeOptions, usageProblem } from './serve-options.ts';

const help = `
COMMAND starts an agent that speaks the Agent Client Protocol on standard input and output; without it, the built-in demo
agent is served. Clients connect by WebSocket or by HTTP, at the same address. Each connection has an agent process of its
own, which ends with it. ${dialectHelp}
Clients and agent may speak different ones; equal ones pass byte for byte.

${nameHelp}

When clients can connect, the first line on standard output is the address, and the second is the token if one was made up:
  http://127.0.0.1:4711/acp
  token: TOKEN
Everything else goes to standard error. Clients send the token as 'Authorization: Bearer TOKEN'. Keep it secret: whoever has
it can let the agent do everything that you can.

A client whose network fails has 60 s (--idle) to come back, and then goes on where it was. SIGTERM and SIGINT end the server
after running turns have finished, at most --grace; a second signal ends it at once. /health answers 'ok' while the server
lives, and /ready while it can be used.

With --store, the server stores the sessions: any client can list and load them, a client that leaves ends no turn, and each
session has an agent process of its own, which serves all clients of the session. --agent-per server has one for all
sessions, which takes less memory and ends for all of them when it ends. Files and terminals that a v1 agent asks for are
those of the server. What the agent had said before is there after a restart; the agent itself is asked to take up its
session again with the next prompt. The rules of --permissions answer for the session, also while no client is there.

With --store postgres://USER@HOST/DATABASE (and @emend/postgres installed) and --node-url, several servers share the sessions
behind any balancer. Give all of them the same token. Each session is run by one server at a time; the others pass their
clients on to it, and one of them takes over when it is gone for 15 s. Agents that need files of their own machine need
--place.

--root keeps the working directory and additional directories of sessions inside DIR. It does not confine the agent itself,
which runs with your rights.

Examples:
  $ emend serve                                      the demo agent on a free port of this machine
  $ emend serve --listen 127.0.0.1:4711 --token-file token -- my-agent --acp
  $ emend serve --store sessions -- my-agent --acp    sessions outlive clients, and the server
  $ emend chat --url http://127.0.0.1:4711/acp --token-file token
  $ emend serve --listen 0.0.0.0:443 --cert cert.pem --key key.pem --host-name agents.example --root /srv -- my-agent`;

/** Adds `emend serve`. */
export function defineServe(command: Command, end: (status: ExitStatus) => void): void {
  addNameOption(command)
    .usage('[options] [NAME | -- COMMAND...]')
    .argument('[COMMAND...]', 'the agent, with its arguments')
    .option('--listen <host:port>', 'where to listen; port 0 is any free port', '127.0.0.1:0')
    .option('--token-file <file>', 'the token is in this file; a file that is missing is made')
    .option('--no-token', 'let every program on this machine in')
    .addOption(repeatable('--allow-origin <origin>', 'let web pages of this origin in', origin))
    .addOption(repeatable('--host-name <name>', 'a name by which clients reach the server', hostName))
    .option('--cert <file>', 'the certificate for TLS, in PEM format')
    .option('--key <file>', 'the key of the certificate')
    .option('--insecure', 'allow other machines to connect without TLS')
    .addOption(
      repeatable('--behind-proxy <address>', 'a proxy, or its network, whose X-Forwarded headers count', String),
    )
    .addOption(repeatable('--root <dir>', 'sessions must be in this directory', root))
    .addOption(new Option('--cwd <dir>', 'takes the place of the directories that clients give').argParser(directory))
    .addOption(
      new Option('--permissions <file>', 'answer permission requests by the rules of this file').argParser(
        permissionFile,
      ),
    )
    .addOption(
      new Option('--ask <whom>', 'which clients of a shared session are asked questions (default: first)').choices([
        'first',
        'prompter',
        'local',
      ]),
    )
    .addOption(
      new Option(
        '--unattended <what>',
        'questions while no client is there: wait, reject, or the seconds after which they are rejected (default: wait)',
      ).argParser(unattended),
    )
    .addOption(
      new Option(
        '--agent-per <what>',
        'start an agent process for each of these (default: connection, with --store session)',
      ).choices(['connection', 'session', 'server']),
    )
    .addOption(new Option('--max-connections <n>', 'how many clients may be connected').argParser(count).default(256))
    .addOption(new Option('--max-sessions <n>', 'how many sessions a connection may have').argParser(count).default(64))
    .addOption(
      new Option('--idle <seconds>', 'how long a client whose network failed is waited for')
        .argParser(seconds)
        .default(60_000, '60'),
    )
    .addOption(
      new Option(
        '--agent-idle <seconds>',
        'how long the agent of a stored session that nobody has open waits for somebody (default: 900)',
      ).argParser(seconds),
    )
    .addOption(
      new Option('--grace <seconds>', 'how long running turns may take when the server ends')
        .argParser(secondsOrNone)
        .default(30_000, '30'),
    )
    .option(
      '--store <place>',
      'store all sessions in this directory, or at postgres://..., whatever the agent does itself',
    )
    .addOption(
      new Option('--node-url <url>', 'this is one of several servers, which others reach at this address').argParser(
        url,
      ),
    )
    .option('--place <label>', 'only servers with this label open the sessions that begin here')
    .option('--json', 'write the address and the token as one JSON object')
    .addOption(new Option('--pace <ms>', 'the pace of the demo agent').argParser(milliseconds).default(20).hideHelp())
    .addHelpText('after', help)
    .action(async (agent: string[], options: ServeOptions) => {
      const problem = usageProblem(agent, options);
      if (problem !== undefined) command.error(`error: ${problem}`);
      end(await runServer(namedCommand(command, agent, options), options));
    });
}

function repeatable(flags: string, description: string, read: (text: string) => string): Option {
  const option = new Option(flags, `${description}; may be given several times`);
  return option.argParser(collected(read)).default([], 'none');
}

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) throw new InvalidArgumentError('It must be a number from 1 on.');
  return Number(text);
}

/** The longest time that a timer can wait for, in milliseconds. */
const longest = 2 ** 31 - 1;

function unattended(text: string): Unattended {
  if (text === 'wait' || text === 'reject') return text;
  const rejectAfter = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Number.NaN;
  if (!(rejectAfter > 0 && rejectAfter <= longest))
    throw new InvalidArgumentError(
      `It must be wait, reject, or a number of seconds up to ${Math.floor(longest / 1000)}.`,
    );
  return { rejectAfter };
}

function secondsOrNone(text: string): number {
  return text.trim() === '0' ? 0 : seconds(text);
}

function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.origin === 'null' || url.origin !== text.toLowerCase())
    throw new InvalidArgumentError('It must look like https://app.example or http://localhost:3000.');
  return url.origin;
}

function url(text: string): string {
  if (!URL.canParse(text) || !/^(?:https?|wss?):$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('It must look like http://10.0.0.1:4711/acp.');
  return text;
}

function hostName(text: string): string {
  if (!/^(?:\[[\da-f:.]+\]|[^\s:/@[\]]+)(?::\d{1,5})?$/i.test(text))
    throw new InvalidArgumentError('It must look like agents.example or agents.example:8443.');
  return text.toLowerCase();
}

function root(text: string): string {
  const path = directory(text);
  return realPath(path) ?? path;
}
