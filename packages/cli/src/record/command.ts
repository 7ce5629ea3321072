import type { Command } from 'commander';
import type { ExitStatus } from '../command-entry.ts';
import { Problem } from '../output/problem.ts';
import { Recorder } from './recorder.ts';
import { redaction, secretsOf } from './redaction.ts';
import { Relay, type RelayEnd } from './relay.ts';

interface Options {
  /** Keys, separated by commas; true for only the secrets of the environment. */
  readonly redact?: string | true;
}

const help = `
Put it between a client and its agent: the client starts emend record, which starts the agent and passes everything on
untouched. FILE gets one JSON object a line: when, from whom, and the message. What the agent writes to standard error
is kept as well. FILE is always the latest recording: one that it holds is moved to FILE.1, FILE.2 and so on before the
first line is written, as a client may start it many times.

--redact keeps secrets out of FILE: the values of the keys it names, and of environment variables whose names say
that they are secret (KEY, TOKEN, PASSWORD, ...), also when they are streamed in pieces. What is passed on stays as it is.

Examples:
  $ emend record session.ndjson -- my-agent --acp
  $ emend record --redact session.ndjson -- my-agent --acp
  $ emend record --redact apiKey,Authorization session.ndjson -- my-agent --acp
  $ emend chat -- emend record session.ndjson -- my-agent --acp
  $ emend replay session.ndjson          be that agent again`;

/** Adds `emend record`. */
export function defineRecord(command: Command, end: (status: ExitStatus) => void): void {
  command
    .usage('[options] FILE -- COMMAND...')
    .argument('<FILE>', 'where the recording goes')
    .argument('<COMMAND...>', 'the agent, with its arguments')
    .option('--redact [keys]', 'mask the values of these keys (a,b,c) and secrets of the environment')
    .addHelpText('after', help)
    .action(async (file: string, agent: string[], options: Options) => {
      if (hasFile(process.argv, options)) end(await record(file, agent, options));
      // The option takes the word behind it for its keys; where that leaves no file, it was the file.
      else if (typeof options.redact === 'string')
        end(await record(options.redact, [file, ...agent], { redact: true }));
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

async function record(file: string, agent: readonly string[], { redact }: Options): Promise<ExitStatus> {
  const keys = typeof redact === 'string' ? redact.split(',').map((key) => key.trim()) : [];
  const redacting = redact === undefined ? undefined : redaction(keys, secretsOf(process.env));
  const recorder = new Recorder(file, redacting, () => relay.stop());
  const relay = new Relay(agent, (from, chunk) => recorder.take(from, chunk));
  const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;
  let ending: NodeJS.Signals | undefined;
  const onSignal = (signal: NodeJS.Signals): void => {
    ending = signal;
    recorder.flush();
    relay.kill('SIGTERM');
    relay.stop();
  };
  // Whatever else ends us, such as a reader who has gone, there is no time left to ask the agent.
  const onExit = (): void => {
    relay.kill('SIGKILL');
    recorder.close();
  };
  for (const signal of signals) process.on(signal, onSignal);
  process.on('exit', onExit);
  let end: RelayEnd;
  try {
    end = await relay.ended;
  } finally {
    for (const signal of signals) process.off(signal, onSignal);
    process.off('exit', onExit);
    recorder.close();
    // Our own input may still be open when the agent has gone.
    process.stdin.destroy();
  }
  const { code, signal, isUnasked } = end;
  if (recorder.failure !== undefined) throw recorder.failure;
  if (ending !== undefined) throw new Problem(`ended by ${ending}; the recording has what passed until then`);
  if (isUnasked && code !== 0) {
    throw new Problem(`the agent ${signal === null ? `ended with status ${code}` : `was ended by ${signal}`}`);
  }
  return 0;
}
