import { fail, skip, warn } from '../../verdict.ts';
import type { ClientCheck } from '../client-check.ts';
import { type ClientStage, exitWords } from '../client-stage.ts';

/** How a client ends, and what becomes of it when its agent does. */
export const endChecks: readonly ClientCheck[] = [
  {
    id: 'end.agent-dies',
    title: 'a client survives the death of its agent in the middle of a turn.',
    requirements: { v1: ['K5'], june: ['K5'], november: ['K5'] },
    async run(stage) {
      const { client } = await stage.prompted();
      client.say('I am about to');
      await client.line.close();
      await survivesDeath(stage);
    },
  },
  {
    id: 'end.agent-dies-early',
    title: 'a client survives an agent that ends before the handshake is complete.',
    requirements: { v1: ['K5'], june: ['K5'], november: ['K5'] },
    async run(stage) {
      const die = (close: () => Promise<void>) => {
        void close();
        return undefined;
      };
      await stage.start({
        prepare: ({ line }) => line.responders.set('initialize', () => die(() => line.close())),
      });
      await stage.connected();
      await survivesDeath(stage);
    },
  },
  {
    id: 'end.closes',
    title: 'a client that ends closes the input of its agent, and leaves no process behind.',
    requirements: { v1: ['K6'], june: ['K6'], november: ['K6'] },
    async run(stage) {
      const { survey } = stage;
      if (survey.exit === undefined) skip('the client does not end by itself after a turn');
      const { client, prompt } = await stage.prompted();
      client.say('Good bye.');
      const end = client.end(prompt);
      if ((await stage.ended()) === undefined) skip('the client did not end by itself this time');
      await client.line.ended;
      if ((await stage.started.leavesProcesses?.()) === true) fail('a process that it has started still runs', end);
    },
  },
];

/** Checks that a client whose agent has died neither crashes nor waits for ever. */
async function survivesDeath(stage: ClientStage): Promise<void> {
  const { survey } = stage;
  // One that stays when all is well is expected to stay.
  const stays = survey.exit === undefined;
  const exit = await stage.ended(stays ? Math.min(5_000, stage.patience) : stage.patience);
  if (exit === undefined) {
    if (!stays)
      fail(`the client did not end within ${stage.patience / 1_000} s after its agent had`, ...lastFrames(stage));
    return;
  }
  if (exit.signal !== undefined) fail(`the client was ended by ${exit.signal}`, ...lastFrames(stage));
  if (stays) warn(`the client ended (${exitWords(exit)}) with its agent`, ...lastFrames(stage));
}

function lastFrames({ lines }: ClientStage) {
  return lines.at(-1)?.frames.slice(-3) ?? [];
}
