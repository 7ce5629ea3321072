import { join } from 'node:path';
import type { Turn } from '@emend/acp';
import { type Demo, say } from '../stage.ts';
import { edit, execute, testRun } from './tools.ts';

const steps = ['Find the mistake', 'Repair it', 'Run the tests'];

function planWith(turn: Turn, done: number): Promise<void> {
  const statusOf = (index: number) => (index < done ? 'completed' : index === done ? 'in_progress' : 'pending');
  return turn.plan(steps.map((content, index) => ({ content, priority: 'medium', status: statusOf(index) })));
}

/** A whole task: a thought, a plan, an edit, a claim that is taken back, and a question before the tests run. */
export const fix: Demo = {
  name: 'fix',
  description: 'A whole task: a plan, an edit, a correction and a question',
  hint: 'what to fix; the answer is always the same',
  async run(turn, stage) {
    await turn.usage({ used: 12_000, size: 200_000, cost: { amount: 0.02, currency: 'USD' } });
    await say(turn.thought(), 'The test expects 6 and gets 5, so something is added that should be multiplied.', stage);
    await planWith(turn, 0);
    await stage.pause(10);
    await planWith(turn, 1);
    await edit(turn, stage, join(turn.session.cwd, 'src/area.js'));
    await planWith(turn, 2);
    const message = turn.message();
    await say(message, 'An area is `width * height`, not a sum. **All three tests pass.**', stage);
    await stage.pause(20);
    await message.set(
      'An area is `width * height`, not a sum. ~~All three tests pass.~~ I have not run the tests yet.',
    );
    await stage.pause(10);
    const call = turn.toolCall(testRun);
    const { isAllowed } = await turn.requestPermission(call);
    turn.signal.throwIfAborted();
    if (!isAllowed) {
      await call.fail('The person did not allow it.');
      return say(turn.message(), 'Then the repair stays untested. No file was touched: this is a demo.', stage);
    }
    await call.start();
    await execute(call, stage);
    await planWith(turn, steps.length);
    await say(turn.message(), 'Now they pass: three of three. No file was touched: this is a demo.', stage);
  },
};
