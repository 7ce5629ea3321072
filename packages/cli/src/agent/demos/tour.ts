import type { Turn } from '@emend/acp';
import type { Demo, Stage } from '../stage.ts';
import { say } from '../stage.ts';
import { flood, plan, shortCount, usage } from './progress.ts';
import { failingTool, permission, tools } from './tools.ts';
import { clear, redact, rewrite, stream, think } from './words.ts';

const stations: readonly { readonly title: string; run(turn: Turn, stage: Stage): Promise<void> }[] = [
  { title: '`/stream`: text as it is written', run: (turn, stage) => stream.run(turn, stage, '') },
  { title: '`/think`: thoughts', run: (turn, stage) => think.run(turn, stage, '') },
  { title: '`/plan`: a plan that changes in place', run: (turn, stage) => plan.run(turn, stage, '') },
  { title: '`/rewrite`: a message that is replaced', run: (turn, stage) => rewrite.run(turn, stage, '') },
  { title: '`/clear`: a message that is taken back', run: (turn, stage) => clear.run(turn, stage, '') },
  { title: '`/redact`: text that a guardrail removes', run: (turn, stage) => redact.run(turn, stage, '') },
  { title: '`/tools`: tool calls', run: (turn, stage) => tools.run(turn, stage, '') },
  { title: '`/permission`: a question to you', run: (turn, stage) => permission.run(turn, stage, '') },
  { title: '`/slow`: something that can be cancelled', run: shortCount },
  { title: '`/flood`: many chunks', run: (turn, stage) => flood.run(turn, stage, '100') },
  { title: '`/fail`: a tool that fails', run: failingTool },
  { title: '`/usage`: context and cost', run: (turn, stage) => usage.run(turn, stage, '') },
];

/** All demos, one after another. */
export const tour: Demo = {
  name: 'tour',
  description: 'Everything, one after another; also what any other text does',
  async run(turn, stage) {
    await say(
      turn.message(),
      'Welcome. I am the **demo agent**: no model, no network, always the same answers. This is the tour.',
      stage,
    );
    for (const [index, { title, run }] of stations.entries()) {
      await stage.pause(20);
      await say(turn.message(), `### ${index + 1}. ${title}`, stage);
      await run(turn, stage);
    }
    await stage.pause(10);
    await say(turn.message(), 'That was the tour. Each part is a command of its own: type `/` to see them.', stage);
  },
};
