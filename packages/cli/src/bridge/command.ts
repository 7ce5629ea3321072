import { setTimeout } from 'node:timers/promises';
import type { BridgeEvent, LedgerEntry, RewriteRule } from '@emend/acp/bridge';
import { ConnectionError } from '@emend/acp/jsonrpc';
import { AgentStarter, type LocalService, stdio } from '@emend/acp/node';
import { present } from '@emend/acp/protocol';
import type { RemoteState } from '@emend/acp/remote';
import type { Transport } from '@emend/acp/transport';
import type { Command } from 'commander';
import { addNameOption, type NameOptions, namedCommand, nameHelp } from '../agent-names/named-command.ts';
import type { ExitStatus } from '../command-entry.ts';
import { LedgerFile } from '../conversion/ledger-file.ts';
import { isRefusedRewrite, rewriteHelp, rewriteOption } from '../conversion/rewrite-option.ts';
import { dialectHelp } from '../options/dialect-help.ts';
import { note } from '../output/note.ts';
import { failed, Problem } from '../output/problem.ts';
import { writeStandardError } from '../output/standard-error.ts';
import { withAwaitedAnswers } from '../remote/awaited-answers.ts';
import { remoteWords } from '../remote/remote-problem.ts';
import {
  addRemoteOptions,
  openRemote,
  type RemoteTarget,
  remoteHelp,
  remoteTarget,
  type TargetOptions,
} from '../remote/remote-target.ts';
import { StateWords } from '../remote/state-words.ts';
import { shortened } from '../terminal/neutral.ts';
import { serveOption } from './serve-option.ts';

interface Options extends TargetOptions, NameOptions {
  readonly rewrite?: RewriteRule;
  readonly losses?: string;
  readonly serve?: readonly LocalService[];
}

const help = `
Put 'emend bridge -- COMMAND' where a client expects COMMAND. The client then speaks its version of the protocol, and the
agent its own. If both speak the same version, every message passes byte for byte, with \\n as the line end. Everything
after -- belongs to the agent.

${nameHelp}

${remoteHelp}
So an editor that only starts commands can use a remote agent. If the network fails, requests stay open while the bridge
tries to reach the server again, for two minutes at most.

${dialectHelp}
Each side may speak any of them; the handshake shows which.

Only protocol messages are written to standard output; everything else that the agent prints goes to standard error. The
exit status is 0 if the client ended the connection, 1 if the agent did.

--losses lists what could not be translated, one JSON object per line. A client may start the bridge many times, so each
start appends to the file; delete it to start over.

--rewrite says what a v1 client sees when a v2 agent replaces or clears text that was already sent:
${rewriteHelp}
With --rewrite, an agent that speaks both versions is asked for v2, so that the rule applies. 'hold' has no effect on an
agent that speaks only v1, nor for a client that speaks v2 and can take text back by itself; the bridge then says so.

--serve answers a v1 agent that asks its client for files or terminals, which v2 clients do not have. Without it such
requests are refused, and agents use their own means:
  files      read and write text files in the working directory of the session and its additional directories
  terminals  run commands that start in these directories, with your rights and your environment
Nobody is asked before a file is written or a command runs, and a command can reach everything that you can. Serve
terminals only to an agent that you would let work without asking.

Examples:
  $ emend bridge codex
  $ emend bridge -- my-agent --acp
  $ emend bridge --url wss://agents.example/acp --token-file token
  $ emend bridge --serve files -- my-agent --acp
  $ emend bridge --rewrite hold --losses lost.ndjson -- my-agent --acp`;

/** Adds `emend bridge`. */
export function defineBridge(command: Command, end: (status: ExitStatus) => void): void {
  addNameOption(addRemoteOptions(command))
    .usage('[options] (NAME | -- COMMAND... | --url URL)')
    .argument('[COMMAND...]', 'the agent, with its arguments')
    .addOption(rewriteOption())
    .option('--losses <file>', 'append what was lost or repaired to a file, one entry per line')
    .addOption(serveOption())
    .addHelpText('after', help)
    .action(async (agent: readonly string[], options: Options) => {
      const target = remoteTarget(command, agent, options);
      if (target === undefined && agent.length === 0)
        command.error("error: missing required argument 'COMMAND', or --url URL");
      const words = namedCommand(command, agent, options);
      end(await runBridge(target === undefined ? localPeer(words) : remotePeer(target), options));
    });
}

function say(text: string): void {
  note(`emend bridge: ${text}`);
}

const longestShown = 200;

/** How long an agent may take to start until messages of a disconnected client are dropped, in milliseconds. */
const handshakePatience = 5_000;

function shown(frame: Extract<BridgeEvent, { type: 'noise' }>['frame']): string {
  const text = typeof frame === 'string' ? frame : `${frame.head} (${frame.problem}, ${frame.size} bytes)`;
  return shortened(text, longestShown);
}

/** Says so if `--rewrite hold` has no effect on this connection. */
function tellIfNothingIsHeld({ agent, isTranslating }: Extract<BridgeEvent, { type: 'connected' }>): void {
  if (isTranslating && agent !== 'v1') return;
  if (agent === 'v1') say('The agent answers in v1, so --rewrite hold holds nothing back.');
  else say('The client can take text back by itself, so --rewrite hold holds nothing back.');
}

/** The agent's side of the bridge. */
interface AgentPeer {
  /** Starts or connects to the agent, for the first time or again. */
  open(): Promise<Transport>;
  /** Returns why the agent ended by itself, or `undefined` if its end was clean. */
  failure(): Promise<string | undefined>;
  /** Returns what to say about an error that ended the connection. */
  words(cause: unknown): readonly string[];
}

function localPeer([command = '', ...args]: readonly string[]): AgentPeer {
  const starter = new AgentStarter(command, args);
  return {
    async open() {
      try {
        const started = await starter.start();
        started.stderr.on('data', (bytes: Uint8Array) => writeStandardError(bytes));
        return started.transport;
      } catch (error) {
        throw error instanceof ConnectionError ? new Problem(error.message) : error;
      }
    },
    async failure() {
      const code = (await starter.process?.exited)?.code;
      return code === undefined || code === 0 ? undefined : `The agent's process ended with code ${code}.`;
    },
    words: (cause) => [cause instanceof Error ? cause.message : 'The agent has closed the connection.'],
  };
}

function remotePeer(target: RemoteTarget): AgentPeer {
  const states = new StateWords(target);
  const onState = (state: RemoteState): void => {
    const words = states.wordsFor(state);
    if (words !== undefined) say(words);
  };
  let lastFailure: unknown;
  return {
    async open() {
      lastFailure = undefined;
      return withAwaitedAnswers(
        await openRemote(target, {
          onState,
          onFailure: (error) => {
            lastFailure = error;
          },
        }),
      );
    },
    failure: () => Promise.resolve(remoteWords(lastFailure, target)?.join(' ')),
    words: (cause) => remoteWords(cause, target) ?? [`The server at ${target.url} has closed the connection.`],
  };
}

/** Told by its reason, since the class of the error is another one in the file that is loaded on demand. */
function isOverrun(cause: unknown): cause is Error {
  return cause instanceof Error && (cause as Partial<ConnectionError>).reason === 'overrun';
}

async function runBridge(agent: AgentPeer, options: Options): Promise<ExitStatus> {
  const ledger = new LedgerFile(options.losses, 'end');
  let isRefused = false;
  const opening = agent.open();
  // Loading the translations takes about as long as an agent takes to start, so both happen at once. A failed start is thrown below.
  opening.catch(() => {});
  const { bridge, localHost } = await import('./live-bridge.ts');
  const first = await opening;
  let startedAt = performance.now();
  let isTold = false;

  function keep(entry: LedgerEntry): void {
    try {
      ledger.write([entry]);
    } catch (error) {
      // A full disk must not end the conversation, but it is reported once.
      if (!isTold) say(failed(`${options.losses} cannot be written`, error));
      isTold = true;
    }
  }

  const { by, cause, unanswered } = await bridge(stdio(), first, {
    ...present({ rewrite: options.rewrite, serve: options.serve && localHost({ serve: options.serve }) }),
    async restart() {
      const again = await agent.open();
      startedAt = performance.now();
      return again;
    },
    // An agent that has run for long without an answer is not starting any more.
    patience() {
      const rest = Math.max(0, startedAt + handshakePatience - performance.now());
      return setTimeout(rest, undefined, { ref: false });
    },
    explain: () => agent.failure(),
    onEvent(event) {
      if (event.type === 'ledger') {
        isRefused ||= isRefusedRewrite(event.entry, options.rewrite);
        keep(event.entry);
      } else if (event.type === 'noise')
        say(`The ${event.from} sent a line that is not a message: ${shown(event.frame)}`);
      else if (event.type === 'before-handshake')
        say(`The client sent this before initialize, so it was not passed on: ${shown(event.frame)}`);
      else if (event.type === 'connected' && options.rewrite === 'hold') tellIfNothingIsHeld(event);
    },
  });
  ledger.close();
  if (by === 'agent') {
    for (const words of agent.words(cause)) say(words);
    return 1;
  }
  if (isOverrun(cause)) {
    say(`The connection to the client was given up. ${cause.message}`);
    return 1;
  }
  const failure = unanswered > 0 ? await agent.failure() : undefined;
  if (failure !== undefined) say(failure);
  if (isRefused) say('The agent has replaced or cleared text that was sent already; --rewrite error left that out.');
  return isRefused || failure !== undefined ? 1 : 0;
}
