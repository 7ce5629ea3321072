import type { Turn } from '@emend/acp';
import { type Demo, type Stage, say } from '../stage.ts';

const steps = ['Read the code', 'Find the mistake', 'Repair it', 'Run the tests'];

/** A plan whose entries are completed one by one. */
export const plan: Demo = {
  name: 'plan',
  description: 'A plan whose entries are ticked off',
  async run(turn, stage) {
    for (let done = 0; done <= steps.length; done++) {
      const statusOf = (index: number) => (index < done ? 'completed' : index === done ? 'in_progress' : 'pending');
      await turn.plan(
        steps.map((content, index) => ({
          content,
          priority: index === 2 ? 'high' : 'medium',
          status: statusOf(index),
        })),
      );
      await stage.pause(15);
    }
  },
};

/** How full the context is and what it cost. */
export const usage: Demo = {
  name: 'usage',
  description: 'Context and cost in the status line',
  async run(turn, stage) {
    for (let step = 1; step <= 5; step++) {
      await turn.usage({ used: step * 8_000, size: 200_000, cost: { amount: (step * 12) / 1_000, currency: 'USD' } });
      await stage.pause(5);
    }
    await say(
      turn.message(),
      'The context holds 40,000 of 200,000 tokens; it has cost 0.06 USD so far. (Nothing was charged.)',
      stage,
    );
  },
};

async function count(turn: Turn, stage: Stage, to: number): Promise<void> {
  const message = turn.message();
  for (let number = 1; number <= to; number++) {
    await message.append(number === 1 ? '1' : `, ${number}`);
    await stage.pause(25);
  }
}

/** A long turn, to try cancelling. */
export const slow: Demo = {
  name: 'slow',
  description: 'Counts to 120, slowly: time to cancel',
  async run(turn, stage) {
    const call = turn.toolCall({ title: 'Count to 120', kind: 'execute', status: 'in_progress' });
    await count(turn, stage, 120);
    await call.finish();
  },
};

/** A short count for the tour. */
export async function shortCount(turn: Turn, stage: Stage): Promise<void> {
  await count(turn, stage, 5);
}

const mostChunks = 10_000_000;

/** Default number of chunks of a flood. */
const usualFlood = 10_000;

/** Very many chunks, as fast as the client reads them. */
export const flood: Demo = {
  name: 'flood',
  description: 'Very many chunks, as fast as they are taken',
  hint: `how many; ${usualFlood.toLocaleString('en-US')} if not given`,
  async run(turn, _stage, argument) {
    const wanted = argument === '' ? usualFlood : Number(argument.replace(/[_,]/g, ''));
    const message = turn.message();
    if (!Number.isSafeInteger(wanted) || wanted < 0) {
      await message.append(`\`/flood\` takes a number, not \`${argument}\`.`);
      return;
    }
    const total = Math.min(wanted, mostChunks);
    for (let index = 1; index <= total; index++) {
      await message.append(index % 16 === 0 ? `${index}\n` : `${index} `);
      // Waiting only for back-pressure would never let a cancel through.
      if (index % 1_000 === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        turn.signal.throwIfAborted();
      }
    }
  },
};
