import { TemporaryFolder } from '@emend/acp/node';
import type { Dialect } from '@emend/acp/protocol';
import type { Redact, Sender } from '@emend/acp/recording';
import type { Inspector, OpenedRecording, Overview } from '@emend/inspector';
import type { ExitStatus } from '../command-entry.ts';
import type { EndingSignals } from '../ending/ending-signals.ts';
import { inputKind } from '../input/input-kind.ts';
import { inputProblem, nameOf } from '../input/open.ts';
import { dialectNamed } from '../options/dialect-names.ts';
import { note } from '../output/note.ts';
import { Problem } from '../output/problem.ts';
import { Recorder } from '../relay/recorder.ts';
import { type RedactOption, redactFrom } from '../relay/redact-option.ts';
import { Relay, relayFailure } from '../relay/relay.ts';
import { relayToEnd } from '../relay/relay-to-end.ts';
import { RemoteRelay } from '../relay/remote-relay.ts';
import { remoteWords } from '../remote/remote-problem.ts';
import { openRemote, type RemoteTarget } from '../remote/remote-target.ts';
import { readVersion } from '../version.ts';
import { checkCommand } from './agent-command.ts';
import { checkRecording } from './exported-file.ts';
import { copyInput } from './input-copy.ts';
import type { InspectOptions } from './inspect-options.ts';

/** What a page shows, and how long. */
export interface Source {
  readonly inspector: Inspector;
  /** Runs until the source or a signal ends it. */
  run(signals: EndingSignals): Promise<ExitStatus>;
  /** Ends what was started and removes what was kept. */
  close(): Promise<void>;
}

type Target = readonly string[] | RemoteTarget;

const say = (words: string): void => note(`emend inspect: ${words}`);

async function runToSignal({ asked }: EndingSignals): Promise<ExitStatus> {
  await asked;
  return 0;
}

async function open(path: string, source: Overview['source'], dialect?: Dialect): Promise<OpenedRecording> {
  const { openRecording } = await import('@emend/inspector');
  return openRecording(path, source, dialect);
}

/** Opens what the words and options of the command name: an agent, or else a file. */
export async function openSource(
  file: string,
  agent: Target,
  { proxy, redact, protocol }: Pick<InspectOptions, 'proxy' | 'redact' | 'protocol'>,
): Promise<Source> {
  if ('url' in agent || agent.length > 0) return proxy === true ? openProxy(agent, redact) : openTalk(agent, redact);
  const dialect = protocol === undefined ? undefined : dialectNamed(protocol);
  const isCopied = inputKind(file) === 'stream' || redact !== undefined;
  return isCopied ? openInputCopy(file, redact, dialect) : openFile(file, dialect);
}

/** Opens a file, which is followed while it grows. */
async function openFile(file: string, dialect: Dialect | undefined): Promise<Source> {
  await checkRecording(file);
  const recording = await open(file, { kind: 'file', name: file }, dialect).catch((error: NodeJS.ErrnoException) => {
    throw inputProblem(file, error);
  });
  recording.watch();
  return { inspector: recording.inspector, run: runToSignal, close: () => recording.close() };
}

/** Opens standard input, a pipe, or a copy of a file without its secrets. */
async function openInputCopy(file: string, redact: RedactOption, dialect: Dialect | undefined): Promise<Source> {
  await checkRecording(file);
  const folder = new TemporaryFolder('emend-inspect');
  const path = folder.file('recording.ndjson');
  const { copied, written, stop } = copyInput(file, path, redactFrom(redact));
  const recording = await open(path, { kind: 'file', name: nameOf(file) }, dialect);
  written(() => recording.grew());
  void copied.catch((error: Error) => say(error.message)).then(() => recording.end());
  return {
    inspector: recording.inspector,
    run: runToSignal,
    async close() {
      stop();
      await recording.close();
      folder.remove();
    },
  };
}

/** A recording of what passes now, in a temporary file. */
async function openLive(source: Overview['source'], redact: Redact | undefined) {
  const folder = new TemporaryFolder('emend-inspect');
  const path = folder.file('recording.ndjson');
  const ended = (): void => say(recorder.failure?.message ?? '');
  let grew = (): void => {};
  const recorder = new Recorder(path, redact, ended, () => grew());
  const recording = await open(path, source);
  grew = () => recording.grew();
  return {
    recorder,
    inspector: recording.inspector,
    async close(): Promise<void> {
      recorder.close();
      await recording.close();
      folder.remove();
    },
  };
}

/** The command line may have a secret among its arguments, and its name is on the page and in what is downloaded. */
function sourceOf(kind: 'command' | 'proxy', target: Target, redact: Redact | undefined): Overview['source'] {
  const masked = (name: string): string => redact?.text(name) ?? name;
  if ('url' in target) return { kind: kind === 'proxy' ? 'proxy' : 'remote', name: masked(target.url) };
  return { kind, name: masked(target.join(' ')) };
}

/** Starts or reaches an agent, and is its client. */
async function openTalk(target: Target, option: RedactOption): Promise<Source> {
  if (!('url' in target)) checkCommand(target);
  const redact = redactFrom(option);
  const { talkTo } = await import('@emend/inspector');
  const live = await openLive(sourceOf('command', target, redact), redact);
  const isRemote = 'url' in target;
  const talk = talkTo(live.inspector, {
    agent: isRemote ? () => openRemote(target, {}) : target,
    seen: (from, bytes) => live.recorder.take(from, Buffer.from(bytes)),
    cwd: process.cwd(),
    version: readVersion(),
    ...(redact !== undefined && { redact }),
    ...(isRemote && { explain: (error) => remoteWords(error, target)?.join(' ') }),
  });
  return {
    inspector: talk,
    run: runToSignal,
    async close() {
      await talk.close();
      await live.close();
    },
  };
}

/** Stands between a client on our standard streams and an agent. */
async function openProxy(target: Target, option: RedactOption): Promise<Source> {
  if (!('url' in target)) checkCommand(target);
  const redact = redactFrom(option);
  const live = await openLive(sourceOf('proxy', target, redact), redact);
  const seen = (from: Sender, chunk: Buffer): void => live.recorder.take(from, chunk);
  return {
    inspector: live.inspector,
    async run(signals) {
      signals.leave();
      const relay = 'url' in target ? new RemoteRelay(target, seen, 'emend inspect') : new Relay(target, seen);
      const { end, ending } = await relayToEnd(relay, live.recorder);
      const failure = relayFailure(end);
      if (ending === undefined && failure !== undefined) throw new Problem(failure);
      return 0;
    },
    close: live.close,
  };
}
