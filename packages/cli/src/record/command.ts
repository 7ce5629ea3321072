import type { Sender } from '@emend/acp/recording';
import type { Command } from 'commander';
import { addNameOption, type NameOptions, namedCommand, nameHelp } from '../agent-names/named-command.ts';
import type { ExitStatus } from '../command-entry.ts';
import { Problem } from '../output/problem.ts';
import { Recorder } from '../relay/recorder.ts';
import { type RedactOption, redactFrom } from '../relay/redact-option.ts';
import { Relay, relayFailure } from '../relay/relay.ts';
import { relayToEnd } from '../relay/relay-to-end.ts';
import { RemoteRelay } from '../relay/remote-relay.ts';
import {
  addRemoteOptions,
  type RemoteTarget,
  remoteHelp,
  remoteTarget,
  type TargetOptions,
} from '../remote/remote-target.ts';

interface Options extends TargetOptions, NameOptions {
  readonly redact?: RedactOption;
}

const help = `
Put 'emend record FILE -- COMMAND' where a client expects COMMAND. It starts the agent and passes everything on unchanged.
FILE gets one JSON object per line: the time, the sender and the message. The agent's standard error is recorded as well.
FILE is always the latest recording: since a client may start the command many times, an earlier recording is renamed to
FILE.1, FILE.2 and so on.

${nameHelp}

${remoteHelp}

--redact keeps secrets out of FILE: the values of the given keys, and the values of environment variables whose names mark
them as secret (KEY, TOKEN, PASSWORD, ...), even if they are streamed in pieces. What is passed on does not change.

Examples:
  $ emend record session.ndjson gemini
  $ emend record session.ndjson -- my-agent --acp
  $ emend record --url wss://agents.example/acp --token-file token session.ndjson
  $ emend record --redact session.ndjson -- my-agent --acp
  $ emend record --redact apiKey,Authorization session.ndjson -- my-agent --acp
  $ emend chat -- emend record session.ndjson -- my-agent --acp
  $ emend replay session.ndjson          play that agent again`;

/** Adds `emend record`. */
export function defineRecord(command: Command, end: (status: ExitStatus) => void): void {
  addNameOption(addRemoteOptions(command))
    .usage('[options] FILE (NAME | -- COMMAND... | --url URL)')
    .argument('<FILE>', 'where the recording goes')
    .argument('[COMMAND...]', 'the agent, with its arguments')
    .option('--redact [keys]', 'mask the values of these keys (a,b,c) and secrets of the environment')
    .addHelpText('after', help)
    .action(async (file: string, agent: string[], options: Options) => {
      const { redact } = options;
      if (options.url !== undefined) end(await record(file, remoteTarget(command, agent, options) ?? agent, redact));
      else if (hasFile(process.argv, options)) {
        remoteTarget(command, agent, options);
        if (agent.length === 0) command.error("error: missing required argument 'COMMAND', or --url URL");
        end(await record(file, namedCommand(command, agent, options), redact));
      }
      // The option takes the next word as its keys; if no FILE is left, that word was FILE.
      else if (typeof redact === 'string') end(await record(redact, [file, ...agent], true));
      else command.error("error: missing required argument 'FILE' before --", { exitCode: 2 });
    });
}

/** Returns whether FILE comes before `--`. The agent's name must not be taken for FILE, which is overwritten. */
function hasFile(argv: readonly string[], { redact }: Options): boolean {
  const end = argv.indexOf('--');
  if (end === -1) return true;
  const words = argv.slice(argv.indexOf('record') + 1, end);
  const isKeys = (index: number): boolean => words[index - 1] === '--redact' && words[index] === redact;
  return words.some((word, index) => !word.startsWith('-') && !isKeys(index));
}

async function record(
  file: string,
  agent: readonly string[] | RemoteTarget,
  redact: Options['redact'],
): Promise<ExitStatus> {
  const recorder = new Recorder(file, redactFrom(redact), () => relay.stop());
  const seen = (from: Sender, chunk: Buffer): void => recorder.take(from, chunk);
  const relay = 'url' in agent ? new RemoteRelay(agent, seen, 'emend record') : new Relay(agent, seen);
  const { end, ending } = await relayToEnd(relay, recorder);
  const failure = relayFailure(end);
  if (recorder.failure !== undefined) throw recorder.failure;
  if (ending !== undefined) throw new Problem(`Ended by ${ending}; the recording has what passed until then.`);
  if (failure !== undefined) throw new Problem(failure);
  return 0;
}
