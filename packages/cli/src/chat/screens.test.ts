import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../../../../test/support/build.ts';
import { isTmuxReady, Pane } from './test-support/tmux.ts';

const file = fileURLToPath(new URL('../../../../docs/screens.md', import.meta.url));

beforeAll(buildPackages);

const head = `# Screens

What the terminal client shows with the demo agent, taken from a real terminal of 80 columns. \`npm run screens\` takes them anew; a
test compares them. Colours are not shown here.
`;

interface Shot {
  readonly title: string;
  readonly prompt: string;
  /** What the screen shows when it has come to rest. */
  readonly until: RegExp;
  readonly keys?: readonly string[];
}

const done = (text: string): RegExp => new RegExp(`${text}[\\s\\S]*\\nready`);

const shots: readonly Shot[] = [
  { title: 'The first screen', prompt: '', until: /Talking to[\s\S]*\nready/ },
  { title: 'The commands of the agent', prompt: '/', until: /7 more/ },
  { title: '/stream', prompt: '/stream', until: done('That was all'), keys: ['Enter'] },
  { title: '/think', prompt: '/think', until: done('42'), keys: ['Enter'] },
  { title: '/rewrite', prompt: '/rewrite', until: done('only this text counts'), keys: ['Enter'] },
  { title: '/clear', prompt: '/clear', until: done('are four'), keys: ['Enter'] },
  { title: '/redact', prompt: '/redact', until: done('\\[removed by a guardrail\\]'), keys: ['Enter'] },
  { title: '/tools', prompt: '/tools', until: done('this is a demo'), keys: ['Enter'] },
  { title: '/permission', prompt: '/permission', until: /Press a key/, keys: ['Enter'] },
  { title: '/plan', prompt: '/plan', until: done('Run the tests'), keys: ['Enter'] },
  { title: '/usage', prompt: '/usage', until: done('Nothing was charged'), keys: ['Enter'] },
  { title: '/fail', prompt: '/fail', until: done('-32603'), keys: ['Enter'] },
];

async function taken({ prompt, until, keys }: Shot): Promise<string> {
  using pane = new Pane(['chat', '--cwd', '/', '--pace', '0'], { rows: 34 });
  await pane.until('Talking to');
  if (prompt !== '') pane.type(prompt);
  if (keys !== undefined) {
    await pane.until(`❯ ${prompt}`);
    pane.press(...keys);
  }
  // It has come to rest when a second look shows the same.
  for (let before = ''; ; ) {
    const screen = timeless(await pane.until(until));
    if (screen === before) return screen;
    before = screen;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Whatever the moment was, the sign that turns is shown as one. */
function timeless(screen: string): string {
  return screen.replace(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/g, '⠿').replace(/ \d+\.\d s$/gm, '');
}

test.skipIf(!isTmuxReady())('the screens in the documents are those of the client', async () => {
  let text = head;
  for (const shot of shots)
    text += `\n## ${shot.title}\n\n\`\`\`text\n${(await taken(shot)).replace(/^\n+/, '')}\n\`\`\`\n`;
  await expect(text).toMatchFileSnapshot(file);
});
