import { setTimeout as sleep } from 'node:timers/promises';
import { stdio } from '@emend/acp/node';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ExitStatus } from '../command-entry.ts';
import { parsedJson } from '../input/parsed-json.ts';
import { note } from '../output/note.ts';
import { Replayer, type ReplayStage } from './replayer.ts';
import { type RecordedMessage, readScript } from './script.ts';

interface Options {
  readonly speed: number;
  readonly strict?: true;
}

const help = `
Each request is answered with what followed it in the recording, under its own id. Pauses are as long as recorded, divided
by the speed. A request that the recording does not have or does not answer gets an error.

A prompt that differs from the recorded one gets the recorded answer; a thought before it and a line on standard error say
so. With --strict such a prompt gets an error, and the exit status is 1.

Examples:
  $ emend chat -- emend replay session.ndjson             watch a session again
  $ emend chat -- emend replay --speed 10 session.ndjson
  $ emend replay --speed max --strict session.ndjson      for tests: no pauses, and the same prompts`;

function speed(text: string): number {
  const value = text === 'max' ? Number.POSITIVE_INFINITY : Number(text);
  if (text.trim() === '' || Number.isNaN(value) || value <= 0)
    throw new InvalidArgumentError('It must be a number greater than 0, or max.');
  return value;
}

/** Adds `emend replay`. */
export function defineReplay(command: Command, end: (status: ExitStatus) => void): void {
  command
    .argument('<FILE>', 'a recording')
    .addOption(new Option('--speed <factor>', 'how much faster than recorded, or max').argParser(speed).default(1))
    .option('--strict', 'refuse a prompt that differs from the recorded one')
    .addHelpText('after', help)
    .action(async (file: string, options: Options) => end(await replay(file, options)));
}

async function replay(file: string, options: Options): Promise<ExitStatus> {
  const steps = await readScript(file);
  const transport = stdio();
  const stage: ReplayStage = {
    send: (message) => void transport.send(JSON.stringify(message)),
    print: note,
    async wait(milliseconds) {
      const time = milliseconds / options.speed;
      if (time >= 1) await sleep(time);
    },
  };
  const player = new Replayer(steps, stage, options.strict === true ? 'strict' : 'loose');
  // First comes what the agent sent unasked.
  void player.play();
  for await (const batch of transport.frames) {
    for (const frame of batch) {
      if (typeof frame !== 'string') continue;
      for (const message of messagesOf(frame)) player.take(message);
    }
  }
  await player.play();
  await transport.close();
  return player.refusedPrompts > 0 ? 1 : 0;
}

function messagesOf(frame: string): RecordedMessage[] {
  const value = parsedJson(frame);
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((each): each is RecordedMessage => typeof each === 'object' && each !== null);
}
