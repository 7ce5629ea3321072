import { type Demo, say } from '../stage.ts';
import { compact, form, notice } from './asides.ts';
import { files, terminal } from './machine.ts';
import { flood, plan, shortCount, usage } from './progress.ts';
import { failingTool, permission, tools } from './tools.ts';
import { clear, redact, rewrite, stream, think } from './words.ts';

const stations: readonly (readonly [title: string, run: Demo['run'], argument?: string])[] = [
  ['`/stream`: text as it is written', stream.run],
  ['`/think`: thoughts', think.run],
  ['`/plan`: a plan that changes in place', plan.run],
  ['`/rewrite`: a message that is replaced', rewrite.run],
  ['`/clear`: a message that is taken back', clear.run],
  ['`/redact`: text that a guardrail removes', redact.run],
  ['`/tools`: tool calls', tools.run],
  ['`/terminal`: a command while it runs', terminal.run],
  ['`/files`: files that are moved and deleted', files.run],
  ['`/permission`: a question to you', permission.run],
  ['`/form`: a form to fill in', form.run],
  ['`/notice`: a notice', notice.run],
  ['`/slow`: something that can be cancelled', shortCount],
  ['`/flood`: many chunks', flood.run, '100'],
  ['`/fail`: a tool that fails', failingTool],
  ['`/usage`: context and cost', usage.run],
  ['`/compact`: a summary in place of what was said', compact.run],
];

const welcome = 'Welcome. I am the **demo agent**: no model, no network, always the same answers. This is the tour.';

/** All demos, one after another. */
export const tour: Demo = {
  name: 'tour',
  description: 'Everything, one after another; also what any other text does',
  async run(turn, stage) {
    await say(turn.message(), welcome, stage);
    const shown = stage.setting('brief') === 'on' ? stations.slice(0, 6) : stations;
    for (const [index, [title, run, argument = '']] of shown.entries()) {
      await stage.pause(20);
      await say(turn.message(), `### ${index + 1}. ${title}`, stage);
      await run(turn, stage, argument);
    }
    await stage.pause(10);
    await say(turn.message(), 'That was the tour. Each part is a command of its own: type `/` to see them.', stage);
  },
};
